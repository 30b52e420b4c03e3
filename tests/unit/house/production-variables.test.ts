import { expect, test } from "vitest";
import { checkVariables } from "../../../workers/app/env";

const COMPLETE = { SESSION_SECRET: "x".repeat(32), PUBLIC_URL: "https://voice.example.com" };

test("production starts with its secret and its address", () => {
  expect(checkVariables({ APP_ENV: "production", ...COMPLETE }).ok).toBe(true);
});

test("production refuses to start without either, and names both", () => {
  const checked = checkVariables({ APP_ENV: "production" });
  expect(checked.ok ? [] : checked.problems).toEqual([
    expect.stringMatching(/^SESSION_SECRET: required in production/),
    expect.stringMatching(/^PUBLIC_URL: required in production/),
  ]);
});

test("development needs neither", () => {
  expect(checkVariables({ APP_ENV: "development" }).ok).toBe(true);
});
