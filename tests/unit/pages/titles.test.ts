import { expect, it } from "vitest";
import { missingMeta } from "~/features/sharing/public/missing-share";

type Meta = (page: { data: unknown; error: unknown; matches: never[] }) => object[] | undefined;
const routes = import.meta.glob<{ meta?: Meta }>(["../../../app/routes/**/*.tsx"]);

/** The start page is called by what the product is, and what goes on at once by its name alone. */
const WITHOUT_NAME = ["Parlando", "Parlando: speech from text, on a machine of your own"];

it("every page has its own name first and the product's last, with the same dot between them", {
  timeout: 120_000,
}, async () => {
  const titles = new Map<string, string>();
  const collect = (page: string, tags: object[]) => {
    for (const tag of tags) if ("title" in tag) titles.set(page, String(tag.title));
  };
  for (const [file, load] of Object.entries(routes)) {
    const { meta } = await load();
    const tags = meta?.({ data: undefined, error: undefined, matches: [] }) ?? [];
    collect(file, tags);
  }
  collect("a link that ended", missingMeta("unavailable"));
  expect(titles.size).toBeGreaterThan(25);
  const others = [...titles].filter(([, title]) => !WITHOUT_NAME.includes(title));
  for (const [file, title] of others) expect(title, file).toMatch(/^[^·–—|]+ · Parlando$/);
});
