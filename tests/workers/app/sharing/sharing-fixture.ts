import { env } from "cloudflare:test";
import type { MediaPort } from "../../../../app/domains/sharing/ports";
import type { ShareVideo } from "../../../../app/domains/sharing/schema";
import { createSharingService } from "../../../../app/domains/sharing/service";
import { servicesForTest, signUpForTest, type TestCaller } from "../../../support/test-caller";
import { addSharedItem } from "./shared-item";

/** What the media worker of a test does; everything may be changed while it runs. */
export interface MediaDouble extends MediaPort {
  cards: number;
  /** Who speaks, of each picture and video that was asked for. */
  credits: string[];
  /** The sound of each video that was asked for, and its words. */
  videos: { pcmBytes: number; words: string }[];
  /** What happens between two reports of progress. */
  during: () => Promise<void>;
}

export function mediaDouble(): MediaDouble {
  const media: MediaDouble = {
    cards: 0,
    credits: [],
    videos: [],
    during: async () => undefined,
    async renderCard({ theme, speech }) {
      media.cards++;
      await new Promise((resolve) => setTimeout(resolve, 20));
      media.credits.push(speech.voiceName);
      return new TextEncoder().encode(`card ${theme} of ${speech.speakerName}: ${speech.text}`);
    },
    async renderVideo({ words, pcm, speech }, onProgress) {
      media.credits.push(speech.voiceName);
      const pcmBytes = (await new Response(pcm).arrayBuffer()).byteLength;
      media.videos.push({ pcmBytes, words: words.map((word) => word.text).join("|") });
      await onProgress(0.25);
      await media.during();
      await onProgress(0.75);
      return new TextEncoder().encode("an MP4 of some bytes");
    },
  };
  return media;
}

/** Sharing over the real database and storage, with a media worker, a clock and work of the test's own. */
export async function sharingForTest() {
  const services = servicesForTest(env);
  const media = mediaDouble();
  const started: ShareVideo[] = [];
  const told: ShareVideo[] = [];
  const clock = { nowMs: Date.now() };
  /** The bucket, and what a test has happen right before something is stored. */
  const storage = {
    beforePut: async (): Promise<unknown> => undefined,
    get: ((...given: Parameters<R2Bucket["get"]>) => env.STORAGE.get(...given)) as R2Bucket["get"],
    put: (async (...given: Parameters<R2Bucket["put"]>) => {
      await storage.beforePut();
      return env.STORAGE.put(...given);
    }) as R2Bucket["put"],
    delete: (keys: string | string[]) => env.STORAGE.delete(keys),
  };
  const sharing = createSharingService({
    database: services.database,
    storage,
    history: services.history,
    billing: services.billing,
    workspaces: services.workspaces,
    transcoder: {
      // As `pcm_8000` is.
      decode: async (pcm) => ({ pcm, sampleRateHz: 8000 }),
    },
    media,
    work: {
      start: async (video) => void started.push(video),
      changed: async (video) => void told.push(video),
    },
    visitorSecret: async () => "secret",
    // Reports of progress are rationed by time; each call here is half a second later.
    nowMs: () => {
      clock.nowMs += 500;
      return clock.nowMs;
    },
  });
  const owner = await signUpForTest(env);
  await services.workspaces.switchFeatures(owner.workspaceId, { text_to_speech_video: true });
  return {
    services,
    sharing,
    media,
    storage,
    started,
    told,
    owner,
    addItem: (changes?: Parameters<typeof addSharedItem>[3], by: TestCaller = owner) =>
      addSharedItem(services, env, by, changes),
    /** Objects of pictures and videos. */
    async storedKeys(workspaceId = owner.workspaceId): Promise<string[]> {
      const kinds = await Promise.all(
        ["cards", "videos"].map((kind) => env.STORAGE.list({ prefix: `workspaces/${workspaceId}/${kind}/` })),
      );
      return kinds.flatMap(({ objects }) => objects.map(({ key }) => key));
    },
  };
}
