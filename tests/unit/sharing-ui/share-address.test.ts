import { expect, test } from "vitest";
import { expiryAfterDays } from "~/features/sharing/link/link-expiry";
import { playsLabel } from "~/features/sharing/link/link-settings";
import { shownLink, socialTargets, wholeLink } from "~/features/sharing/share-address";
import { isPhoneByUserAgent, kindOfSource, sharingModeOf } from "~/features/sharing/share-item";

const PAGE = "https://parlando.example/app/speech-synthesis/text-to-speech/history?search=boats";

test("a relative link is resolved against the page, and an absolute one is left alone", () => {
  expect(wholeLink("/app/share/shr_1", PAGE)).toBe("https://parlando.example/app/share/shr_1");
  expect(wholeLink("https://other.example/s/1", PAGE)).toBe("https://other.example/s/1");
});

test("a start in the first second is the beginning; later ones are whole seconds", () => {
  expect(wholeLink("/s/1", PAGE, 0.9)).toBe("https://parlando.example/s/1");
  expect(wholeLink("/s/1", PAGE, 12.8)).toBe("https://parlando.example/s/1?t=12");
});

test("a link of more than 38 characters is shown as 38 and an ellipsis", () => {
  const link = `https://parlando.example/app/share/shr_${"a".repeat(26)}`;
  expect(shownLink(link)).toBe(`${link.slice(0, 38)}…`);
  expect(shownLink(link.slice(0, 38))).toBe(link.slice(0, 38));
});

test("other sites get the whole link and the text, encoded", () => {
  const link = "https://parlando.example/app/share/shr_1?t=12&x=a b";
  const [facebook, x, whatsapp] = socialTargets(link).map(({ address }) => new URL(address));
  expect(facebook!.hostname).toBe("www.facebook.com");
  expect(facebook!.searchParams.get("u")).toBe(link);
  expect(x!.hostname).toBe("x.com");
  expect(x!.searchParams.get("url")).toBe(link);
  expect(x!.searchParams.get("text")).toBe("Listen to this text to speech that I made with Parlando");
  expect(whatsapp!.hostname).toBe("wa.me");
  expect(whatsapp!.searchParams.get("text")).toBe(`Listen to this text to speech that I made with Parlando ${link}`);
});

test("a phone is told by what it calls itself, not by its width", () => {
  expect(isPhoneByUserAgent("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148")).toBe(true);
  expect(isPhoneByUserAgent("Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/130.0 Mobile Safari/537.36")).toBe(true);
  expect(isPhoneByUserAgent("Mozilla/5.0 (X11; Linux x86_64) Chrome/130.0 Safari/537.36")).toBe(false);
  expect(isPhoneByUserAgent("Mozilla/5.0 (Macintosh; Intel Mac OS X 14_0) Safari/605.1.15")).toBe(false);
});

test("what members may do follows from the plan and the feature", () => {
  expect(sharingModeOf({ mayShare: false, hasVideos: false })).toBe("hidden");
  expect(sharingModeOf({ mayShare: true, hasVideos: false })).toBe("link");
  expect(sharingModeOf({ mayShare: true, hasVideos: true })).toBe("video");
});

test("only speech and dialogues can become a video", () => {
  expect(kindOfSource("TTS")).toBe("speech");
  expect(kindOfSource("Dialogue")).toBe("speech");
  expect(kindOfSource("STS")).toBe("other");
});

test("plays are said as people say them", () => {
  expect([0, 1, 2, 1234].map(playsLabel)).toEqual([
    "Not played yet",
    "Played once",
    "Played 2 times",
    "Played 1,234 times",
  ]);
});

test("an expiry lies whole days ahead, in seconds", () => {
  expect(expiryAfterDays(7, 1_700_000_000_900)).toBe(1_700_000_000 + 7 * 86_400);
});
