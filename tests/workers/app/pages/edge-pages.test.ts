import { expect, it } from "vitest";
import { edgePages } from "../../../../workers/app/edge-pages";
import { type KeptPage, KeptPages } from "../../../../workers/app/kept-pages";
import { answerShared } from "../../../../workers/app/shared-pages";

const ORIGIN = "https://site.example";
const page: KeptPage = {
  body: new TextEncoder().encode("<p>A page</p>").buffer as ArrayBuffer,
  headers: [
    ["cache-control", "public, max-age=0, must-revalidate"],
    ["content-type", "text/html; charset=utf-8"],
    ["etag", '"abc"'],
    ["vary", "cookie"],
  ],
};

/** An isolate that has rendered nothing yet. */
function isolate(deployment: string, own = new KeptPages()) {
  const work: Promise<unknown>[] = [];
  const store = edgePages(own, deployment, ORIGIN, (each) => void work.push(each));
  return { own, store, settled: () => Promise.all(work) };
}

async function rendered(deployment: string, key: string): Promise<void> {
  const first = isolate(deployment);
  first.store.set(key, page);
  await first.settled();
}

it("gives a page to isolates that have not rendered it, with its own headers", async () => {
  await rendered("one", "main https://site.example /");
  const second = isolate("one");
  const found = await second.store.get("main https://site.example /");
  expect(found?.headers).toEqual(page.headers);
  expect(new TextDecoder().decode(found?.body)).toBe("<p>A page</p>");
  // From now on without asking the cache.
  expect(second.own.get("main https://site.example /")).toBe(found);
});

it("gives no page to another deployment, nor under another key", async () => {
  await rendered("two", "key");
  expect(await isolate("three").store.get("key")).toBeUndefined();
  expect(await isolate("two").store.get("key?")).toBeUndefined();
  expect(await isolate("two").store.get("key")).toBeDefined();
});

it("renders where what the cache has is no page", async () => {
  const cache = (caches as unknown as { default: Cache }).default;
  const headers = { "cache-control": "public, max-age=60" };
  await cache.put(`${ORIGIN}/.kept/four/key`, new Response("something else", { headers }));
  expect(await isolate("four").store.get("key")).toBeUndefined();
});

it("answers without rendering when another isolate of the deployment has", async () => {
  let renderings = 0;
  const render = async () => {
    renderings++;
    return new Response("<p>Rendered</p>", { headers: { "cache-control": "public, max-age=0" } });
  };
  const answers = [];
  for (let i = 0; i < 2; i++) {
    const { store, settled } = isolate("five");
    answers.push(await answerShared(new Request(ORIGIN), "key", render, store));
    await settled();
  }
  expect(renderings).toBe(1);
  expect(answers.map(({ headers }) => headers.get("etag"))[1]).toBe(answers[0]!.headers.get("etag"));
  expect(await answers[1]!.text()).toBe("<p>Rendered</p>");
  expect(answers[1]!.headers.get("cache-control")).toBe("public, max-age=0");
});
