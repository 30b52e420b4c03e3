import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const report = readFileSync(join(root, "docs/security.md"), "utf8");
const lines = report.split("\n");
/** Rows that say how a group of requirements is met: they begin with its number, before the list of what is not. */
const met = report.slice(0, report.indexOf("\n## Not met")).split("\n");
const rows = met.filter((line) => /^\| *\d+\.\d+/.test(line));

/** Files in backquotes, and sentences in quotation marks with the test that was named before them. */
function claimsOf(line: string): { files: string[]; sentences: { test: string; sentence: string }[] } {
  const files: string[] = [];
  const sentences: { test: string; sentence: string }[] = [];
  let test = "";
  for (const [, file, sentence] of line.matchAll(/`([\w./-]+\/[\w./-]+\.\w+)`|“([^”]+)”/g)) {
    if (sentence !== undefined) sentences.push({ test, sentence });
    else if (file !== undefined) {
      files.push(file);
      if (/\.(test|spec)\.tsx?$/.test(file)) test = file;
    }
  }
  return { files, sentences };
}

describe("the security report", () => {
  it("names a file and a test in each row that says that something is met", () => {
    expect(rows.length).toBeGreaterThan(40);
    const bare = rows.filter((row) => {
      const { files, sentences } = claimsOf(row);
      return sentences.length === 0 || !files.some((file) => !file.startsWith("tests/"));
    });
    expect(bare).toEqual([]);
  });

  it("names files that are there", () => {
    const missing = lines.flatMap((line) => claimsOf(line).files).filter((file) => !existsSync(join(root, file)));
    expect(missing).toEqual([]);
  });

  it("names tests by sentences that they have", () => {
    const wrong = lines
      .flatMap((line) => claimsOf(line).sentences)
      .filter(({ test, sentence }) => {
        const path = join(root, test);
        return test === "" || !existsSync(path) || !readFileSync(path, "utf8").includes(`"${sentence}"`);
      });
    expect(wrong).toEqual([]);
  });
});
