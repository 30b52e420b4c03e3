import { afterEach, expect, it, vi } from "vitest";
import { refusalOf } from "~/features/accounts/form-refusal.server";
import { AppError } from "~/lib/app-error";
import { logOf } from "../../../workers/app/log";

const FALLBACK = { message: "Something went wrong.", log: logOf("req_1") };

afterEach(() => vi.restoreAllMocks());

it("shows a refusal at the field it is about, and says when to try again", () => {
  const named = refusalOf(new AppError("invalid_request", 400, "Not a name.", { param: "name" }));
  expect(named).toMatchObject({ data: { problems: { name: "Not a name." } }, init: { status: 400 } });
  const limited = refusalOf(new AppError("rate_limited", 429, "Slower.", { retryAfterSeconds: 7 }));
  expect(limited.data).toEqual({ problems: { form: "Slower." }, refusal: "rate_limited" });
  expect(new Headers(limited.init?.headers).get("retry-after")).toBe("7");
});

it("keeps what broke to itself, and out of the log what it may repeat", () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  const answer = refusalOf(new TypeError("secret@example.com"), FALLBACK);
  expect(answer).toMatchObject({ data: { problems: { form: "Something went wrong." } }, init: { status: 500 } });
  const line = String(logged.mock.calls[0]?.[0]);
  expect(JSON.parse(line)).toMatchObject({
    event: "form_failed",
    error: "TypeError",
    requestId: "req_1",
    at: expect.stringContaining("T"),
  });
  expect(line).not.toContain("secret");
});

it("throws on what is not its own", () => {
  expect(() => refusalOf(new TypeError("x"))).toThrow(TypeError);
  const redirect = new Response(null, { status: 302 });
  expect(() => refusalOf(redirect, FALLBACK)).toThrow();
});
