import { act } from "react";
import { describe, expect, it, vi } from "vitest";
import { hasWords, useSpeakable } from "~/features/speech/use-speakable";
import { mountedRoot } from "../../support/mounted-root";

const root = mountedRoot();

function Probe({ texts, markup }: { texts: string[]; markup: "plain" | "tags" }) {
  return String(useSpeakable(texts, markup));
}

async function answerFor(texts: string[], markup: "plain" | "tags" = "plain", expected = "false") {
  act(() => root().render(<Probe texts={texts} markup={markup} />));
  // The rule is loaded when it is first asked, which takes long on a busy machine.
  await vi.waitFor(() => expect(document.body.textContent).toBe(expected), 30_000);
  return document.body.textContent;
}

describe("whether the editor's text can be spoken", () => {
  it("is seen at once where there is a word or a number outside of markup", () => {
    expect(["Hi", "7", "<b>你好</b>", "[whispers] so", "♥ x"].every(hasWords)).toBe(true);
    expect(["", "?!", "[whispers]", "<break time='1s'/>", "😀"].some(hasWords)).toBe(false);
  });

  it("is asked of the engines' own rule otherwise", async () => {
    expect(await answerFor(["?! …"])).toBe("false");
    expect(await answerFor(["[laughs]"], "tags")).toBe("false");
    expect(await answerFor(["[laughs]"], "plain", "true")).toBe("true");
    expect(await answerFor(["😀"], "plain", "true")).toBe("true");
    expect(await answerFor(["—"])).toBe("false");
  });

  it("is true of a dialogue when it is true of a line", async () => {
    expect(await answerFor(["…", "—"], "tags")).toBe("false");
    expect(await answerFor(["…", "Yes"], "tags", "true")).toBe("true");
  });

  it("is left to the server where the markup is broken", async () => {
    expect(await answerFor(["?"])).toBe("false");
    expect(await answerFor(['<phoneme ph="">?</phoneme>'], "plain", "true")).toBe("true");
  });
});
