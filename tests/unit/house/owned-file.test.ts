import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const MODULE = path.resolve(import.meta.dirname, "../../../workers/tooling/owned-file.mjs");
let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "parlando-owned-"));
  file = path.join(folder, "lock");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A process that runs `code` with `take` (takeFile), `wait` (waitForFile) and `file` at hand; answers what it prints. */
function owner(code: string) {
  const source = `import { takeFile as take, waitForFile as wait } from ${JSON.stringify(MODULE)};
    const file = ${JSON.stringify(file)}; ${code}`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", source], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (data) => {
    output += data;
  });
  return {
    child,
    ended: once(child, "close").then(() => output),
    says: async (what: string) => {
      while (!output.includes(what)) await new Promise((resolve) => setTimeout(resolve, 10));
    },
  };
}

describe("a file with one owner", () => {
  it("is refused to others while its owner lives, and taken with what a dead one noted", async () => {
    const first = owner(`take(file).write({ workerd: [7] }); console.log("taken"); setInterval(() => {}, 1000);`);
    await first.says("taken");
    const second = JSON.parse(await owner("console.log(JSON.stringify(take(file)))").ended);
    expect(second).toEqual({ owner: { pid: first.child.pid } });
    first.child.kill("SIGKILL");
    await first.ended;
    const third = JSON.parse(await owner("console.log(JSON.stringify(take(file).left))").ended);
    expect(third).toMatchObject({ pid: first.child.pid, workerd: [7] });
  });

  it("is free after it was given back", async () => {
    await owner("take(file).release()").ended;
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each(["", "{", "4711", '{"pid":1}', '{"pid":1,"born":"never"}'])(
    "is not kept by what is no owner: %j",
    async (content) => {
      writeFileSync(file, content);
      expect(await owner(`console.log("left" in take(file) ? "mine" : "theirs")`).ended).toContain("mine");
    },
  );

  it("is not kept by a process that only has the id of a dead owner", async () => {
    writeFileSync(file, JSON.stringify({ pid: process.pid, born: "1" }));
    expect(await owner(`console.log("left" in take(file) ? "mine" : "theirs")`).ended).toContain("mine");
  });

  it("goes to one at a time of many that find a dead owner's", async () => {
    writeFileSync(file, JSON.stringify({ pid: 999_999_999, born: "1" }));
    const log = path.join(folder, "log");
    const turn = `import("node:fs").then(async ({ appendFileSync }) => {
      const { release } = await wait(file);
      appendFileSync(${JSON.stringify(log)}, "[");
      await new Promise((resolve) => setTimeout(resolve, 20));
      appendFileSync(${JSON.stringify(log)}, "]");
      release();
    });`;
    await Promise.all(Array.from({ length: 6 }, () => owner(turn).ended));
    expect(readFileSync(log, "utf8")).toBe("[]".repeat(6));
    expect(readdirSync(folder)).toEqual(["log"]);
  });
});
