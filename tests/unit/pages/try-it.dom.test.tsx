import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { findSample } from "~/features/try-it/sample-texts";
import { TryItForm } from "~/features/try-it/try-it-form";
import { type TryItVoices, voicesFor } from "~/features/try-it/try-it-voices";
import { stubResizeObserver } from "../../support/no-layout";

vi.mock("~/features/privacy/page-start", () => ({ startPage: () => undefined }));
vi.mock("~/ui/paint-waveform", () => ({ paintWaveform: () => undefined }));

const VOICES: TryItVoices = { en: [["ada", "Ada"]], ar: [["amal", "Amal"]], de: [["udo", "Udo"]] };
const text = () => document.querySelector("textarea")!;
const language = () =>
  // The workers' types give `Element` members that a select's clash with.
  document.querySelector("select#try-it-language") as unknown as HTMLSelectElement;
const voices = () => [...document.querySelectorAll("#try-it-voice option")].map(({ textContent }) => textContent);
const count = () => document.querySelector("[data-count]")!.textContent;

beforeEach(() => {
  stubResizeObserver();
  vi.spyOn(HTMLMediaElement.prototype, "pause").mockReturnValue();
  vi.spyOn(HTMLMediaElement.prototype, "load").mockReturnValue();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.resetModules();
  document.body.replaceChildren();
});

/** The page as the server sends it in a language, and its script. */
async function open(code: string): Promise<void> {
  const data = { shownVoices: voicesFor(VOICES, code), voicesJson: JSON.stringify(VOICES) };
  document.body.innerHTML = renderToStaticMarkup(<TryItForm data={data} sample={findSample(code)!} />);
  await import("~/features/try-it/try-it-script");
}
function write(words: string): void {
  text().value = words;
  text().dispatchEvent(new Event("input"));
}
function choose(code: string): void {
  language().value = code;
  language().dispatchEvent(new Event("change"));
}

test("choosing a language brings its sample, its direction and its voices, but leaves a text of one's own", async () => {
  await open("ar");
  expect([text().dir, voices()]).toEqual(["rtl", ["Amal"]]);
  choose("de");
  expect([text().dir, text().lang, voices()]).toEqual(["ltr", "de", ["Udo"]]);
  expect(text().value).toMatch(/Regen/);
  write("Mein eigener Satz.");
  choose("fr");
  expect([text().value, text().lang]).toEqual(["Mein eigener Satz.", "fr"]);
  // Nobody speaks French here.
  expect(voices()).toEqual(["Ada"]);
});

test("the text is counted, and cannot be longer than a visitor may have spoken", async () => {
  await open("en");
  expect(text().maxLength).toBe(250);
  write(`${"a".repeat(248)}é🎉`);
  expect(count()).toBe("250 / 250");
});

test("a visitor who had enough reads when to come back, and how to go on at once", async () => {
  const message = "Too many requests. Please try again in 3 minutes.";
  vi.stubGlobal("fetch", async () => Response.json({ detail: { status: "rate_limited", message } }, { status: 429 }));
  await open("en");
  document.querySelector<HTMLElement>("[data-speak]")!.click();
  const label = () => document.querySelector("[data-speak-label]")!.textContent;
  expect(label()).toBe("Stop");
  await vi.waitFor(() =>
    expect(document.querySelector("[role=status]")!.textContent).toBe(`${message} With an account you can go on now.`),
  );
  expect(label()).toBe("Speak");
});
