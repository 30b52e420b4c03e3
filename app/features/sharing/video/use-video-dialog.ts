import { useEffect, useReducer, useRef, useState } from "react";
import { toast } from "sonner";
import { useRealtime } from "~/features/shell/realtime-provider";
import { track } from "~/lib/analytics";
import { ApiError, isFinalRefusal, toastMessageOf } from "~/lib/api-client";
import {
  cancelVideo,
  getVideo,
  getVideoFile,
  getVideoPreview,
  requestVideo,
  type ShareTheme,
  type VideoShape,
} from "../share-calls";
import type { ShareItem } from "../share-item";
import { ESTIMATE_EVERY_MS, estimatedShare, INITIAL, nextState, previewError, videoError } from "./video-state";
import { VideoFailedError, type VideoWatch, watchVideo } from "./watch-video";

/** The picture and the video of an item. Everything it holds is given back when it leaves the screen. */
export function useVideoDialog(item: ShareItem) {
  const { historyItemId } = item;
  const [state, dispatch] = useReducer(nextState, INITIAL);
  const { theme, shape } = state;
  const [previewAttempt, setPreviewAttempt] = useState(0);
  const running = useRef<{ abort: AbortController; watch?: VideoWatch }>();
  const videoUrl = useRef<string>();
  /** Settles when all that was cancelled here is. What is asked for before that would be cancelled too. */
  const cancelling = useRef<Promise<unknown>>(Promise.resolve());

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks again for the same picture
  useEffect(() => {
    const leaving = new AbortController();
    let url: string | undefined;
    dispatch({ type: "preview_asked" });
    getVideoPreview(historyItemId, theme, leaving.signal).then(
      (picture) => {
        if (leaving.signal.aborted) return;
        url = URL.createObjectURL(picture);
        dispatch({ type: "preview_loaded", url });
      },
      (error: unknown) => {
        if (leaving.signal.aborted) return;
        const isFinal = isFinalRefusal(error);
        dispatch({ type: "preview_failed", message: previewError(reasonOf(error)), isFinal });
      },
    );
    return () => {
      leaving.abort();
      if (url) URL.revokeObjectURL(url);
    };
  }, [historyItemId, theme, previewAttempt]);

  /** Ends the waiting and frees the video; a video that is being made goes on, since others may wait for it. */
  const letGo = useRef(() => {
    running.current?.abort.abort();
    running.current = undefined;
    if (videoUrl.current) URL.revokeObjectURL(videoUrl.current);
    videoUrl.current = undefined;
  }).current;
  useEffect(() => letGo, [letGo]);

  useRealtime((notice) => {
    const watch = running.current?.watch;
    if (!watch) return;
    if (notice.type === "reset") return watch.look();
    if (notice.type !== "event" || notice.event.type !== "video_progress") return;
    const { event } = notice;
    if (event.history_item_id !== historyItemId || event.theme !== theme || event.shape !== shape) return;
    if (event.state === "running") dispatch({ type: "reported", share: event.progress });
    else if (event.state !== "queued") watch.look();
  });

  async function generate(): Promise<void> {
    letGo();
    const abort = new AbortController();
    const mine: { abort: AbortController; watch?: VideoWatch } = { abort };
    running.current = mine;
    const { signal } = abort;
    const choice = { theme, shape };
    dispatch({ type: "generation_started" });
    const startedAtMs = performance.now();
    const estimating = setInterval(
      () => dispatch({ type: "estimated", share: estimatedShare(item.texts, performance.now() - startedAtMs) }),
      ESTIMATE_EVERY_MS,
    );
    signal.addEventListener("abort", () => clearInterval(estimating));
    try {
      mine.watch = watchVideo(
        {
          async ask() {
            await cancelling.current;
            signal.throwIfAborted();
            return requestVideo(historyItemId, choice, signal);
          },
          get: () => getVideo(historyItemId, choice, signal),
          onProgress: (share) => dispatch({ type: "reported", share }),
        },
        signal,
      );
      const file = await getVideoFile(await mine.watch.done, signal);
      signal.throwIfAborted();
      const url = URL.createObjectURL(file);
      videoUrl.current = url;
      dispatch({ type: "generated", url, file });
      track("share_video_generated", { ...choice });
    } catch (error) {
      if (signal.aborted) return;
      const type = isFinalRefusal(error) ? "generation_refused" : "generation_failed";
      dispatch({ type, message: videoError(reasonOf(error)) });
    } finally {
      clearInterval(estimating);
      if (running.current === mine) running.current = undefined;
    }
  }

  /** Stops the making itself, not only the waiting. */
  function cancel(): void {
    letGo();
    dispatch({ type: "generation_cancelled" });
    const cancelled = cancelVideo(historyItemId, { theme, shape }).catch((error: unknown) => {
      // Nothing to stop: it was refused, or is finished.
      if (!(error instanceof ApiError && error.status === 404)) toast.error(toastMessageOf(error));
    });
    cancelling.current = Promise.all([cancelling.current, cancelled]);
  }

  return {
    state,
    generate,
    cancel,
    retryPreview: () => setPreviewAttempt((attempt) => attempt + 1),
    chooseTheme(chosen: ShareTheme) {
      if (chosen === theme) return;
      letGo();
      dispatch({ type: "theme_chosen", theme: chosen });
      track("share_video_theme_selected", { theme: chosen });
    },
    chooseShape(chosen: VideoShape) {
      if (chosen === shape) return;
      letGo();
      dispatch({ type: "shape_chosen", shape: chosen });
    },
  };
}

/** What the server or the maker said; null when nobody said anything. */
function reasonOf(error: unknown): string | null {
  if (error instanceof VideoFailedError) return error.reason;
  return error instanceof ApiError ? error.message : null;
}
