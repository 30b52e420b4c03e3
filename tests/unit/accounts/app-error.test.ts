import { expect, it } from "vitest";
import { freshCopy } from "../../support/fresh-copy";

const copyOfModule = () => freshCopy<typeof import("~/lib/app-error")>("app/lib/app-error.ts");

it("is recognised when it comes from another bundle's copy of the class", async () => {
  const first = await copyOfModule();
  const second = await copyOfModule();
  expect(second.AppError).not.toBe(first.AppError);
  const error: unknown = new first.AppError("not_found", 404, "There is no such thing.");
  expect(error instanceof second.AppError).toBe(true);
  expect(error instanceof Error).toBe(true);
  expect(error instanceof second.ValidationError).toBe(false);
  expect(new first.ValidationError([]) instanceof second.ValidationError).toBe(true);
  for (const other of [new Error("x"), {}, null, undefined, "AppError"])
    expect(other instanceof second.AppError).toBe(false);
});
