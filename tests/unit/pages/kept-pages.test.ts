import { expect, it } from "vitest";
import { KeptPages } from "../../../workers/app/kept-pages";

const page = (bytes: number) => ({ body: new ArrayBuffer(bytes), headers: [] });

it("keeps no more bytes than it may, and lets go what was asked for longest ago", () => {
  const pages = new KeptPages(100);
  pages.set("a", page(40));
  pages.set("b", page(40));
  pages.get("a");
  pages.set("c", page(40));
  expect(pages.get("b")).toBeUndefined();
  expect(pages.get("a")).toBeDefined();
  expect(pages.get("c")).toBeDefined();
});

it("counts a page that is replaced once", () => {
  const pages = new KeptPages(100);
  for (let i = 0; i < 5; i++) pages.set("a", page(60));
  pages.set("b", page(40));
  expect(pages.get("a")).toBeDefined();
  expect(pages.get("b")).toBeDefined();
});

it("does not empty itself for a page that is too big for it", () => {
  const pages = new KeptPages(100);
  pages.set("a", page(40));
  pages.set("big", page(101));
  expect(pages.get("big")).toBeUndefined();
  expect(pages.get("a")).toBeDefined();
});
