import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

const configuration = readFileSync(new URL("../../../wrangler.toml", import.meta.url), "utf8");
const consumers = configuration
  .split(/^\[\[/m)
  .filter((block) => block.startsWith("queues.consumers]]"))
  .map((block) =>
    Object.fromEntries([...block.matchAll(/^(\w+) = "?([^"\n]*)"?$/gm)].map((match) => [match[1], match[2]])),
  );

it("jobs are tried several times and then arrive where failures are recorded", () => {
  const jobs = consumers.find((consumer) => consumer.queue === "parlando-jobs");
  expect(Number(jobs?.max_retries)).toBeGreaterThanOrEqual(3);
  // The consumer tells the queue of failures by the end of its name.
  expect(jobs?.dead_letter_queue).toMatch(/-dead$/);
  expect(consumers.map((consumer) => consumer.queue)).toContain(jobs?.dead_letter_queue);
});
