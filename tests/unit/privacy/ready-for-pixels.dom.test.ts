import { createHash, webcrypto } from "node:crypto";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { onTracked } from "~/lib/analytics";
import { removeBrowserCookie, USER_COOKIE, writeBrowserCookie } from "~/lib/browser-cookies";
import { announceReadyForPixels, keepUserCookie } from "~/lib/ready-for-pixels";

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const heard: [string, object][] = [];
let stop: () => void;
beforeEach(() => {
  vi.stubGlobal("crypto", webcrypto);
  heard.length = 0;
  stop = onTracked((name, props) => heard.push([name, props]));
});
afterEach(() => {
  stop();
  removeBrowserCookie(USER_COOKIE);
  vi.unstubAllGlobals();
});

test("somebody signed in is told as hashes of the id and the lower-case address", async () => {
  keepUserCookie({ user_id: "user_1", workspace_id: "ws_1", email: "Ada@Example.com", ccpa_opt_out: false });
  await announceReadyForPixels();
  expect(heard).toEqual([
    ["ready_for_pixels", { user_id_hash: sha256("user_1"), email_hash: sha256("ada@example.com") }],
  ]);
});

test("a visitor is nobody, and so is a cookie that makes no sense", async () => {
  await announceReadyForPixels();
  for (const text of ["{", "null", "[]", '{"user_id":1}']) {
    writeBrowserCookie(USER_COOKIE, text);
    await announceReadyForPixels();
  }
  expect(heard).toEqual(Array(5).fill(["ready_for_pixels", {}]));
});
