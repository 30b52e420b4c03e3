import { describe, expect, it } from "vitest";
import { publicNameOf } from "../../../app/domains/accounts/rules";
import {
  dayOf,
  isBot,
  isOpen,
  isShareId,
  maySharePublicly,
  speakerNameOf,
  titleOf,
} from "../../../app/domains/sharing/rules";
import type { StoredShare } from "../../../app/domains/sharing/schema";
import { maySpeechBeVideo } from "../../../app/domains/sharing/video-limits";
import { randomText } from "../../../app/lib/ids";

describe("a title", () => {
  it("is a short text itself, in one line", () => {
    expect(titleOf(" Hello\n\n  there\u0000 ")).toBe("Hello there");
  });

  it("is cut at a word, and within one that is longer than everything", () => {
    const title = titleOf("Sixteen voices speak at the same time, and every one of them is heard by somebody.");
    expect(title).toBe("Sixteen voices speak at the same time, and every one of them is heard…");
    expect(Array.from(titleOf("x".repeat(5000)))).toHaveLength(70);
    expect(Array.from(titleOf("😀".repeat(100)))).toHaveLength(70);
  });

  it("ends with a sentence where one ends there, and with no comma before its dots", () => {
    expect(titleOf("The harbour was quiet in the early morning, and the boats lay still. A man came.")).toBe(
      "The harbour was quiet in the early morning, and the boats lay still.",
    );
    expect(titleOf("Nobody in the whole of the town had any idea who had rung the bells, as it seemed.")).toBe(
      "Nobody in the whole of the town had any idea who had rung the bells…",
    );
  });

  it("turns nothing around that stands beside it", () => {
    expect(titleOf("\u202eevil\u202c \u2067name\u2069")).toBe("evil name");
  });
});

describe("a public name", () => {
  it.each(["Ada", "  Ada Lovelace ", "עדה", "\u{1f600}", "a".repeat(50), "نیم‌فاصله"])("may be %j", (name) => {
    expect(publicNameOf(name)).toBe(name.trim());
  });

  it.each([
    "",
    "   ",
    "a".repeat(51),
    "two\nlines",
    "nul\u0000",
    "\u202eevil",
    "\u2066x\u2069",
    "\u200b\u200b",
    "\ud800",
  ])("may not be %j", (name) => expect(publicNameOf(name)).toBeNull());

  it("falls back to the first name, and to none at all", () => {
    expect(speakerNameOf({ publicUserName: "Ada", firstName: "A" })).toBe("Ada");
    expect(speakerNameOf({ publicUserName: " \u202e", firstName: "Grace" })).toBe("Grace");
    expect(speakerNameOf({ publicUserName: "", firstName: "" })).toBe("Anonymous");
  });
});

describe("a link", () => {
  const share: StoredShare = {
    id: "shr_x",
    workspaceId: "ws",
    historyItemId: "hist",
    allowsDownload: false,
    isIndexed: false,
    expiresAtMs: null,
    playCount: 0,
    updatedAtMs: 0,
    revokedAtMs: null,
    speaker: { publicUserName: "Ada", firstName: "Ada" },
  };

  it("is open until it is revoked, its time is over, or its item is gone", () => {
    expect(isOpen(share, 1000)).toBe(true);
    expect(isOpen({ ...share, expiresAtMs: 1001 }, 1000)).toBe(true);
    expect(isOpen({ ...share, expiresAtMs: 1000 }, 1000)).toBe(false);
    expect(isOpen({ ...share, revokedAtMs: 5 }, 1000)).toBe(false);
    expect(isOpen({ ...share, speaker: null }, 1000)).toBe(false);
  });

  it("has an id of its own shape", () => {
    expect(isShareId(`shr_${randomText(26)}`)).toBe(true);
    for (const hostile of [
      "",
      "shr_",
      "hist_01",
      `shr_${"i".repeat(26)}`,
      `shr_${randomText(27)}`,
      "../x",
      "shr_%00",
    ]) {
      expect(isShareId(hostile)).toBe(false);
    }
  });
});

describe("who may share", () => {
  it("is everybody but enterprise workspaces, trials among them, without the feature of videos", () => {
    expect(maySharePublicly("free", false)).toBe(true);
    for (const tier of ["enterprise", "trial"]) {
      expect(maySharePublicly(tier, false)).toBe(false);
      expect(maySharePublicly(tier, true)).toBe(true);
    }
  });

  it("may make videos of five minutes", () => {
    expect(maySpeechBeVideo({ durationMs: 300_000 })).toBe(true);
    expect(maySpeechBeVideo({ durationMs: 400_000 })).toBe(false);
  });
});

describe("a play", () => {
  it.each([
    ["Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36", false],
    [
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1",
      false,
    ],
    ["Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)", true],
    ["facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)", true],
    ["curl/8.0.1", true],
    ["", true],
  ])("by %j is a bot's: %s", (userAgent, expected) => expect(isBot(userAgent)).toBe(expected));

  it("counts for a day in UTC", () => {
    expect(dayOf(Date.UTC(2026, 1, 28, 23, 59))).toBe("2026-02-28");
  });
});
