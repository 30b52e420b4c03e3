import { act } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { useCaptcha } from "~/features/accounts/use-captcha";
import { mountedRoot } from "../../support/mounted-root";

const solving = vi.hoisted(() => ({ answer: (_: string | null) => {} }));
vi.mock("~/features/accounts/solve-captcha", () => ({
  solveCaptcha: () =>
    new Promise((resolve) => {
      solving.answer = resolve;
    }),
}));

const root = mountedRoot();
let sent: FormDataEntryValue[];

function Form() {
  const { answer, hold, isHolding } = useCaptcha(null, undefined);
  return (
    <form
      onSubmit={(event) => {
        hold(event);
        if (event.defaultPrevented) return;
        event.preventDefault();
        sent.push(new FormData(event.currentTarget).get("captcha")!);
      }}
    >
      <input type="hidden" name="captcha" value={answer} readOnly />
      <button type="submit" disabled={isHolding} />
    </form>
  );
}

beforeEach(async () => {
  sent = [];
  solving.answer = () => {};
  await act(async () => root().render(<Form />));
  await vi.waitFor(() => expect(String(solving.answer)).toContain("native"));
});

const submit = () => document.querySelector("form")!.requestSubmit();

describe("a form with a puzzle against robots", () => {
  it("that is sent before the answer waits for it", async () => {
    act(submit);
    expect(sent).toEqual([]);
    await act(async () => solving.answer("solved"));
    expect(sent).toEqual(["solved"]);
  });

  it("that is sent after the answer has come, but before it is drawn, is not sent without it", async () => {
    await act(async () => {
      solving.answer("solved");
      for (let i = 0; i < 5; i++) await Promise.resolve();
      submit();
    });
    expect(sent).toEqual(["solved"]);
  });

  it("is sent without an answer where none could be had", async () => {
    await act(async () => solving.answer(null));
    act(submit);
    expect(sent).toEqual([""]);
  });
});
