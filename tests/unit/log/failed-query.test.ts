import { DrizzleQueryError } from "drizzle-orm";
import { expect, it } from "vitest";
import { describeError } from "../../../workers/app/log";

it("logs of a failed query what the database said, and no value of it", () => {
  const cause = new Error("UNIQUE constraint failed: users.email");
  const described = describeError(new DrizzleQueryError("insert into users values (?)", ["a private text"], cause));
  expect(described.error).toBe("Error: Failed query: Error: UNIQUE constraint failed: users.email");
  expect(described.stack).toContain("failed-query.test.ts");
  expect(JSON.stringify(described)).not.toContain("private");
});

it("logs other errors as they are", () => {
  expect(describeError(new RangeError("too far")).error).toBe("RangeError: too far");
  expect(describeError("plain")).toEqual({ error: "plain" });
});
