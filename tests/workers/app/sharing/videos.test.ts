import { env } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { audioFiles, historyItems, shareVideos } from "../../../../db/schema";
import type { Steps } from "../../../../workers/app/jobs/archive-steps";
import { makeVideo } from "../../../../workers/app/jobs/video-steps";
import { signUpForTest } from "../../../support/test-caller";
import { sharingForTest } from "./sharing-fixture";

const CHOICE = { theme: "dark", shape: "square" } as const;
const WHOLE = { range: null, ifRange: null, ifNoneMatch: null, withBody: true };

/** Steps as a workflow does them: what was done is not done again when the workflow runs again. */
function stepsOver(done = new Map<string, unknown>(), crashAfter?: string): Steps {
  return {
    async do(name: string, ...rest: unknown[]) {
      const run = rest.at(-1) as () => Promise<unknown>;
      if (!done.has(name)) done.set(name, await run());
      if (name === crashAfter) throw new Error("the process was killed");
      return done.get(name);
    },
  } as Steps;
}

describe("a video", () => {
  it("is one for everybody who asks for the same one, and others for other themes and shapes", async () => {
    const { sharing, started, owner, addItem } = await sharingForTest();
    const id = await addItem();
    const colleague = { workspaceId: owner.workspaceId, userId: "user_colleague" };
    const [mine, theirs] = await Promise.all([
      sharing.requestVideo(owner, id, CHOICE),
      sharing.requestVideo(colleague, id, CHOICE),
    ]);
    expect(mine.id).toBe(theirs.id);
    expect(started).toHaveLength(1);
    await sharing.requestVideo(owner, id, { ...CHOICE, shape: "portrait" });
    await sharing.requestVideo(owner, id, { ...CHOICE, theme: "light" });
    expect(started).toHaveLength(3);
  });

  it("is made of the stored sound and the words of the text, and tells tabs how far it is", async () => {
    const { sharing, media, told, owner, addItem, storedKeys } = await sharingForTest();
    const id = await addItem({ text: "One two." });
    const video = await sharing.requestVideo(owner, id, CHOICE);
    await makeVideo(stepsOver(), video, sharing);
    expect(media.videos).toEqual([{ pcmBytes: 8 * 800 * 2, words: "One |two." }]);
    expect(told.map(({ state, progress }) => [state, Number(progress.toFixed(2))])).toEqual([
      ["queued", 0],
      ["running", 0],
      ["running", 0.25],
      ["running", 0.74],
      ["done", 1],
    ]);
    expect(await sharing.getVideo(owner, id, CHOICE)).toMatchObject({ state: "done", progress: 1, bytes: 20 });
    expect(await storedKeys()).toHaveLength(1);
    const part = await sharing.openVideo(owner, id, CHOICE, { ...WHOLE, range: "bytes=3-5" });
    if (part.kind !== "part") throw new Error(part.kind);
    expect(await new Response(part.body).text()).toBe("MP4");
    expect(part).toMatchObject({ offset: 3, length: 3, size: 20 });
  });

  it("that is done is answered as it is, until it would show something else", async () => {
    const { sharing, services, started, owner, addItem, storedKeys } = await sharingForTest();
    const id = await addItem();
    await makeVideo(stepsOver(), await sharing.requestVideo(owner, id, CHOICE), sharing);
    expect(await sharing.requestVideo(owner, id, CHOICE)).toMatchObject({ state: "done" });
    expect(started).toHaveLength(1);
    await services.accounts.changePublicName(owner.userId, "Grace");
    const again = await sharing.requestVideo(owner, id, CHOICE);
    expect(again).toMatchObject({ state: "queued", attempt: 2 });
    expect(await storedKeys()).toEqual([]);
    await makeVideo(stepsOver(), again, sharing);
    expect(await storedKeys()).toHaveLength(1);
  });

  it("stops where it is cancelled, stores nothing, and can be asked for again", async () => {
    const { sharing, media, owner, addItem, storedKeys } = await sharingForTest();
    const id = await addItem();
    const video = await sharing.requestVideo(owner, id, CHOICE);
    media.during = async () => void (await sharing.cancelVideo(owner, id, CHOICE));
    await makeVideo(stepsOver(), video, sharing);
    expect(await sharing.getVideo(owner, id, CHOICE)).toMatchObject({ state: "cancelled" });
    await expect(sharing.openVideo(owner, id, CHOICE, WHOLE)).rejects.toMatchObject({ status: 404 });
    expect(await storedKeys()).toEqual([]);

    media.during = async () => undefined;
    const again = await sharing.requestVideo(owner, id, CHOICE);
    // The old attempt wakes up late and must not touch the new one.
    expect(await sharing.renderVideo(video)).toBeNull();
    await makeVideo(stepsOver(), again, sharing);
    expect(await sharing.getVideo(owner, id, CHOICE)).toMatchObject({ state: "done", attempt: 2 });
    expect(await sharing.cancelVideo(owner, id, CHOICE)).toMatchObject({ state: "done" });
  });

  it("can be stopped once videos are switched off, and is neither shown nor made anew", async () => {
    const { sharing, services, media, owner, addItem, storedKeys } = await sharingForTest();
    const [id, untouched] = [await addItem(), await addItem()];
    const video = await sharing.requestVideo(owner, id, CHOICE);
    const switchedOff = { status: 403, userMessage: expect.stringContaining("Videos are not enabled") };
    media.during = async () => {
      await services.workspaces.switchFeatures(owner.workspaceId, { text_to_speech_video: false });
      expect(await sharing.cancelVideo(owner, id, CHOICE)).toMatchObject({ id: video.id, state: "cancelled" });
    };
    await makeVideo(stepsOver(), video, sharing);
    expect(await storedKeys()).toEqual([]);
    expect(await sharing.cancelVideo(owner, id, CHOICE)).toMatchObject({ state: "cancelled" });
    await expect(sharing.getVideo(owner, id, CHOICE)).rejects.toMatchObject(switchedOff);
    await expect(sharing.requestVideo(owner, id, CHOICE)).rejects.toMatchObject(switchedOff);
    await expect(sharing.cancelVideo(owner, untouched, CHOICE)).rejects.toMatchObject({ status: 404 });
    const stranger = await signUpForTest(env);
    await expect(sharing.cancelVideo(stranger, id, CHOICE)).rejects.toMatchObject({ status: 404 });
  });

  it("waits for its turn as queued and without its sound while another is made", async () => {
    const { sharing, media, storage, owner, addItem } = await sharingForTest();
    const [first, second] = [await addItem(), await addItem()];
    const reads: string[] = [];
    const { get } = storage;
    storage.get = ((key: string) => {
      reads.push(key);
      return get(key);
    }) as typeof get;
    let finish = () => {};
    const finished = new Promise<void>((resolve) => (finish = resolve));
    let running = 0;
    let most = 0;
    media.during = async () => {
      most = Math.max(most, ++running);
      await finished;
      running--;
    };
    const making = [first, second].map(async (id) =>
      makeVideo(stepsOver(), await sharing.requestVideo(owner, id, CHOICE), sharing),
    );
    await vi.waitFor(() => expect(running).toBe(1));
    await new Promise((resolve) => setTimeout(resolve, 300));
    const states = await Promise.all(
      [first, second].map(async (id) => (await sharing.getVideo(owner, id, CHOICE)).state),
    );
    expect(states.sort()).toEqual(["queued", "running"]);
    expect(reads).toHaveLength(1);
    finish();
    await Promise.all(making);
    expect(most).toBe(1);
    for (const id of [first, second])
      expect(await sharing.getVideo(owner, id, CHOICE)).toMatchObject({ state: "done" });
  });

  it("that gets no place for long asks for one again and again, in steps of their own", async () => {
    const { sharing, owner, addItem } = await sharingForTest();
    const id = await addItem();
    const done = new Map<string, unknown>();
    let refusals = 2;
    await makeVideo(stepsOver(done), await sharing.requestVideo(owner, id, CHOICE), {
      ...sharing,
      renderVideo: async (attempt) => (refusals-- > 0 ? "no_place" : sharing.renderVideo(attempt)),
    });
    expect([...done.keys()]).toEqual(["render", "render, turn 2", "render, turn 3", "finish"]);
    expect(await sharing.getVideo(owner, id, CHOICE)).toMatchObject({ state: "done" });
  });

  it("of an item that is deleted before its turn is no failure, and can be asked for after an undo", async () => {
    const { sharing, services, owner, addItem } = await sharingForTest();
    const id = await addItem();
    const video = await sharing.requestVideo(owner, id, CHOICE);
    const setDeleted = (deletedAtMs: number | null) =>
      services.database.update(historyItems).set({ deletedAtMs }).where(eq(historyItems.id, id));
    await setDeleted(1);
    expect(await sharing.renderVideo(video)).toBeNull();
    await makeVideo(stepsOver(), video, sharing);
    await setDeleted(null);
    expect(await sharing.getVideo(owner, id, CHOICE)).toMatchObject({ state: "cancelled" });
    await makeVideo(stepsOver(), await sharing.requestVideo(owner, id, CHOICE), sharing);
    expect(await sharing.getVideo(owner, id, CHOICE)).toMatchObject({ state: "done" });
  });

  it("that failed says so and is made again when it is asked for again", async () => {
    const { sharing, media, told, owner, addItem } = await sharingForTest();
    const id = await addItem();
    media.during = () => Promise.reject(new Error("the encoder broke, with a secret"));
    await expect(makeVideo(stepsOver(), await sharing.requestVideo(owner, id, CHOICE), sharing)).rejects.toThrow();
    const failed = await sharing.getVideo(owner, id, CHOICE);
    expect(failed).toMatchObject({ state: "failed", error: expect.not.stringMatching(/secret/) });
    expect(told.at(-1)?.state).toBe("failed");
    media.during = async () => undefined;
    await makeVideo(stepsOver(), await sharing.requestVideo(owner, id, CHOICE), sharing);
    expect(await sharing.getVideo(owner, id, CHOICE)).toMatchObject({ state: "done", error: null });
  });

  it("goes on after its process was killed at any step, and is there once", async () => {
    for (const crashAfter of ["render", "finish"]) {
      const { sharing, media, owner, addItem, storedKeys } = await sharingForTest();
      const id = await addItem();
      const video = await sharing.requestVideo(owner, id, CHOICE);
      const done = new Map<string, unknown>();
      // A killed process does not get as far as marking it as failed.
      const killed = { ...sharing, failVideo: () => Promise.reject(new Error("killed")) };
      await expect(makeVideo(stepsOver(done, crashAfter), video, killed)).rejects.toThrow("killed");
      await makeVideo(stepsOver(done), video, sharing);
      expect(await sharing.getVideo(owner, id, CHOICE)).toMatchObject({ state: "done" });
      expect(media.videos).toHaveLength(1);
      expect(await storedKeys()).toHaveLength(1);
    }
  });

  it("is given up by the clean-up when its work was lost", async () => {
    const { sharing, services, owner, addItem } = await sharingForTest();
    const id = await addItem();
    const { id: videoId } = await sharing.requestVideo(owner, id, CHOICE);
    await services.database.update(shareVideos).set({ createdAtMs: 1 }).where(eq(shareVideos.id, videoId));
    await sharing.sweep();
    expect(await sharing.getVideo(owner, id, CHOICE)).toMatchObject({ state: "failed" });
  });

  it("goes with its item, also when that is purged while it is made", async () => {
    const { sharing, services, media, owner, addItem, storedKeys } = await sharingForTest();
    const purge = async (id: string) => {
      await services.database.update(historyItems).set({ deletedAtMs: 1 }).where(eq(historyItems.id, id));
      await services.history.purgeDeleted();
    };
    const [first, second, third] = [await addItem(), await addItem(), await addItem()];
    await makeVideo(stepsOver(), await sharing.requestVideo(owner, first, CHOICE), sharing);
    await purge(first);
    expect(await storedKeys()).toEqual([]);
    await expect(sharing.getVideo(owner, first, CHOICE)).rejects.toMatchObject({ status: 404 });

    media.during = () => purge(second);
    await makeVideo(stepsOver(), await sharing.requestVideo(owner, second, CHOICE), sharing);
    expect(await storedKeys()).toEqual([]);

    media.during = async () => undefined;
    const video = await sharing.requestVideo(owner, third, CHOICE);
    await makeVideo(stepsOver(), video, {
      ...sharing,
      async finishVideo(attempt, stored) {
        await purge(third);
        return sharing.finishVideo(attempt, stored);
      },
    });
    expect(await storedKeys()).toEqual([]);
  });

  it("is refused without the feature, of what is no speech or too long, and to everybody else", async () => {
    const { sharing, services, started, owner, addItem } = await sharingForTest();
    const id = await addItem();
    const stranger = await signUpForTest(env);
    await services.workspaces.switchFeatures(stranger.workspaceId, { text_to_speech_video: true });
    for (const call of [sharing.requestVideo, sharing.getVideo, sharing.cancelVideo]) {
      await expect(call(stranger, id, CHOICE)).rejects.toMatchObject({ status: 404, code: "history_item_not_found" });
    }
    await expect(sharing.openVideo(stranger, id, CHOICE, WHOLE)).rejects.toMatchObject({ status: 404 });
    await expect(sharing.previewCard(stranger, id, "dark")).rejects.toMatchObject({ status: 404 });
    await expect(sharing.getVideo(owner, id, CHOICE)).rejects.toMatchObject({ status: 404 });

    const sound = await addItem({ source: "STS" });
    await expect(sharing.requestVideo(owner, sound, CHOICE)).rejects.toMatchObject({
      status: 400,
      userMessage: "Video generation is only available for text-to-speech items",
    });
    const long = await addItem();
    const { audio } = await services.history.getItem(owner.workspaceId, long);
    await services.database.update(audioFiles).set({ durationMs: 400_000 }).where(eq(audioFiles.id, audio.id));
    await expect(sharing.requestVideo(owner, long, CHOICE)).rejects.toMatchObject({ status: 400 });

    await services.workspaces.switchFeatures(owner.workspaceId, { text_to_speech_video: false });
    await expect(sharing.requestVideo(owner, id, CHOICE)).rejects.toMatchObject({ status: 403 });
    await expect(sharing.previewCard(owner, id, "dark")).rejects.toMatchObject({ status: 403 });
    expect(started).toEqual([]);
  });
});
