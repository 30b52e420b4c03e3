import { expect, it } from "vitest";
import type { ShareLink, ShareVideo } from "../../../app/domains/sharing/schema";
import { shareLinkToWire, videoToWire } from "../../../app/domains/sharing/wire";

const ORIGIN = "https://parlando.example";
const video = { historyItemId: "hist_1", theme: "light", shape: "square", state: "done", progress: 1 } as ShareVideo;

it("what the API tells of a link and of a finished video are whole addresses, for clients that are on no page", () => {
  const link = { shareId: "shr_1", expiresAtMs: null } as ShareLink;
  expect(shareLinkToWire(link, ORIGIN).share_link).toBe(`${ORIGIN}/app/share/shr_1`);
  const address = `${ORIGIN}/v1/history/hist_1/video/file?theme=light&shape=square`;
  expect(videoToWire(video, ORIGIN).video_url).toBe(address);
  expect(videoToWire({ ...video, state: "running" }, ORIGIN).video_url).toBeNull();
});
