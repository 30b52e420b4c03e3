import { DrizzleQueryError } from "drizzle-orm";
import { expect, it } from "vitest";
import { describeError, loggedPath } from "../../../workers/app/log";

it("logs of a failed query what the database said, and no value of it", () => {
  const cause = new Error("UNIQUE constraint failed: users.email");
  const described = describeError(new DrizzleQueryError("insert into users values (?)", ["a private text"], cause));
  expect(described.error).toBe("Error: Failed query: Error: UNIQUE constraint failed: users.email");
  expect(described.stack).toContain("log-lines.test.ts");
  expect(JSON.stringify(described)).not.toContain("private");
});

it("logs other errors as they are", () => {
  expect(describeError(new RangeError("too far")).error).toBe("RangeError: too far");
  expect(describeError("plain")).toEqual({ error: "plain" });
});

it("writes paths as they are, but neither a backup code nor a share link’s name that stands in one", () => {
  expect(loggedPath("/v1/user/backup-code/7K3QF-00000/remove-mfa")).toBe("/v1/user/backup-code/:code/remove-mfa");
  expect(loggedPath("/app/share/shr_7k3qf00000/audio")).toBe("/app/share/:share/audio");
  for (const path of ["/v1/user/backup-code", "/app/share", "/app/home", "/v1/history/item_1"])
    expect(loggedPath(path)).toBe(path);
});
