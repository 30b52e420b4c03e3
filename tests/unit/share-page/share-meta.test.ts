import { describe, expect, it } from "vitest";
import type { PublicShare } from "~/domains/sharing/schema";
import { embedMeta, shareMeta } from "~/features/sharing/public/share-meta";
import { shownShare } from "~/features/sharing/public/shown-share";

const ORIGIN = "https://site.example";
const share: PublicShare = {
  shareId: "shr_abc",
  version: "1",
  title: "The harbour was quiet.",
  text: "The harbour was quiet.",
  dialogue: null,
  speakerName: "Ada",
  voiceName: "Clara",
  language: "en",
  durationSeconds: 12.4,
  peaks: [0, 255],
  words: [],
  allowsDownload: false,
  isIndexed: false,
  contentType: "audio/mpeg",
  createdAtMs: 0,
  playCount: 0,
};

type Tags = ReturnType<typeof shareMeta>;

function contentOf(tags: Tags, name: string): string | undefined {
  for (const tag of tags) {
    if ("content" in tag && (("name" in tag && tag.name === name) || ("property" in tag && tag.property === name))) {
      return tag.content as string;
    }
  }
  return undefined;
}

const tagsOf = (changes: Partial<PublicShare> = {}) => shareMeta(shownShare({ ...share, ...changes }), ORIGIN);

describe("what other sites are told of a shared text", () => {
  it("names its page, picture, sound and player by whole addresses", () => {
    const tags = tagsOf();
    const page = "https://site.example/app/share/shr_abc";
    expect(contentOf(tags, "og:url")).toBe(page);
    expect(contentOf(tags, "og:image")).toBe(`${page}/card.png`);
    expect(contentOf(tags, "og:audio")).toBe(`${page}/audio`);
    expect(contentOf(tags, "og:audio:type")).toBe("audio/mpeg");
    expect(contentOf(tags, "twitter:card")).toBe("player");
    expect(contentOf(tags, "twitter:player")).toBe("https://site.example/embed/shr_abc");
    expect(tags).toContainEqual({ tagName: "link", rel: "canonical", href: page });
    const oembed = tags.find((tag) => "type" in tag && tag.type === "application/json+oembed") as { href: string };
    expect(new URL(oembed.href).searchParams.get("url")).toBe(page);
  });

  it("keeps search engines away unless the owner lets them in, and from the player always", () => {
    expect(contentOf(tagsOf(), "robots")).toBe("noindex");
    expect(contentOf(tagsOf({ isIndexed: true }), "robots")).toBeUndefined();
    expect(contentOf(embedMeta(shownShare({ ...share, isIndexed: true }), ORIGIN), "robots")).toBe("noindex");
  });

  it("says how the text goes on, where the title does not hold it, and no more than fits", () => {
    expect(contentOf(tagsOf(), "og:description")).toBe("Ada · spoken by Clara · 0:12");
    const longer = tagsOf({ text: "The harbour was quiet. The boats lay still." });
    expect(contentOf(longer, "og:description")).toBe(
      "Ada · spoken by Clara · 0:12 · The harbour was quiet. The boats lay still.",
    );
    const longest = contentOf(tagsOf({ text: "😀".repeat(5000) }), "og:description")!;
    expect(Array.from(longest).length).toBeLessThan(220);
    expect(longest).toMatch(/😀…$/u);
  });

  it("ends what it cuts with a word, and with no comma before the dots", () => {
    const excerptOf = (text: string) => contentOf(tagsOf({ text }), "og:description")!.split(" · ").at(-1)!;
    const asked = "Nobody knew who had rung the bells of the old church, or why. ";
    expect(excerptOf(asked.repeat(4))).toBe(`${asked.repeat(2)}Nobody knew who had rung the bells…`);
    expect(excerptOf(`${asked.repeat(2)}Nobody knew who rang the bells, nevertheless they rang.`)).toBe(
      `${asked.repeat(2)}Nobody knew who rang the bells…`,
    );
    const tags = tagsOf({ text: asked.repeat(4) });
    expect(contentOf(tags, "twitter:description")).toBe(contentOf(tags, "og:description"));
  });

  it("turns nothing around and breaks no line, whatever the text and the voice hold", () => {
    const tags = tagsOf({ text: "\u202eevil\u202c\n\0 \ud800 text", title: "evil text", voiceName: "\u2067Clara\n" });
    for (const tag of tags) {
      for (const value of Object.values(tag)) expect(value).not.toMatch(/[\u202a-\u202e\u2066-\u2069\n\0]/u);
    }
  });

  it("ends the title before it says more of the picture, in every script, and only where nothing ends it", () => {
    const altOf = (title: string) => contentOf(tagsOf({ title, text: `${title} more` }), "og:image:alt")!;
    expect(altOf("The harbour")).toBe("The harbour. Spoken by Clara, shared by Ada.");
    for (const ended of [
      "Quiet!",
      "Who?",
      "“Well.”",
      "He said «yes.»",
      "足下。",
      "क्या यह है।",
      "هل أنت؟",
      "And then…",
    ]) {
      expect(altOf(ended)).toBe(`${ended} Spoken by Clara, shared by Ada.`);
    }
    expect(contentOf(tagsOf({ title: "The harbour" }), "twitter:image:alt")).toBe(altOf("The harbour"));
    for (const loose of ["The harbour,", "The harbour –", "The harbour:"])
      expect(altOf(loose)).toBe(altOf("The harbour"));
  });

  it("has a title also for a text without letters, and names all who speak", () => {
    expect(tagsOf({ title: "", text: "\u202e" })).toContainEqual({ title: "A spoken text · Ada" });
    const line = (voiceName: string) => ({ text: "x", voiceName });
    const tags = tagsOf({ dialogue: ["Clara", "Theo", "Clara"].map(line) });
    expect(contentOf(tags, "og:image:alt")).toContain("Spoken by Clara and Theo, shared by Ada.");
    expect(contentOf(tags, "og:description")).toContain("Ada · spoken by Clara and Theo · ");
  });
});

describe("a short text", () => {
  it("is as clean in the heading as in the title", () => {
    const text = "\u202eevil\u202c \u2067name\u2069";
    const shown = shownShare({ ...share, text, title: "evil name" });
    expect(shown.isWholeInTitle).toBe(true);
    expect(shown.lines.map((line) => line.text)).toEqual(["evil name"]);
  });

  it("is its own title, so the page says it once", () => {
    expect(shownShare(share).isWholeInTitle).toBe(true);
    expect(shownShare({ ...share, text: `${share.text} More.` }).isWholeInTitle).toBe(false);
    const lines = ["The harbour", "was quiet."].map((text) => ({ text, voiceName: "Clara" }));
    expect(shownShare({ ...share, text: "The harbour\nwas quiet.", dialogue: lines }).isWholeInTitle).toBe(false);
  });
});
