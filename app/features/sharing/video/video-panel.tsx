import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { sharingMessages } from "~/domains/sharing/messages";
import { maySpeechBeVideo, VIDEO_MINUTES } from "~/domains/sharing/video-limits";
import { track } from "~/lib/analytics";
import { usePlayer } from "~/player/player-provider";
import { saveBlob } from "~/player/save-audio";
import { Button } from "~/ui/button";
import { CircleAlert, Link2 } from "~/ui/icons";
import { SHARE_THEMES, VIDEO_SHAPES } from "../share-calls";
import type { ShareItem } from "../share-item";
import { ChoiceGroup, ShapeMark, ThemeMark } from "./choice-group";
import { useVideoDialog } from "./use-video-dialog";
import { VideoStage } from "./video-stage";
import { SHAPE_LABELS, THEME_LABELS, type Video } from "./video-state";

/** Neutral, as the specification says. Source: spec 000, section 9. */
const FILE_NAME = "text-to-speech-video.mp4";

/** Makes a video of an item, shows it, hands it over. Source: spec 000, section 4, "Share video dialog". */
export function VideoPanel({ item, onShareLink }: { item: ShareItem; onShareLink: () => void }) {
  const dialog = useVideoDialog(item);
  const { theme, shape, preview, video } = dialog.state;
  useEffect(() => track("share_video_opened"), []);
  const download = (file: Blob) => {
    saveBlob(file, FILE_NAME);
    track("share_video_downloaded", { theme, shape });
  };

  const isTooLong = useIsTooLong(item);
  const isRefused = isTooLong || video.kind === "refused" || (preview.kind === "failed" && preview.isFinal);
  const reasonId = useId();

  // One button through all states, so that the focus stays where it is.
  const action = useRef<HTMLButtonElement>(null);
  const act = () => {
    if (video.kind === "ready") download(video.file);
    else if (!isRefused) void dialog.generate();
  };
  const cancel = () => {
    dialog.cancel();
    action.current?.focus();
  };

  return (
    <div className="grid gap-x-6 gap-y-4 sm:grid-cols-[minmax(0,1fr)_216px]">
      <VideoStage preview={preview} video={video} shape={shape} onCancel={cancel} />
      <div className="flex flex-col gap-5">
        <ChoiceGroup
          label="Theme"
          value={theme}
          onChange={dialog.chooseTheme}
          choices={SHARE_THEMES.map((value) => ({
            value,
            label: THEME_LABELS[value],
            mark: <ThemeMark theme={value} />,
          }))}
        />
        <ChoiceGroup
          label="Shape"
          value={shape}
          onChange={dialog.chooseShape}
          choices={VIDEO_SHAPES.map((value) => ({
            value,
            label: SHAPE_LABELS[value],
            mark: <ShapeMark shape={value} />,
          }))}
        />
        <p role="status" className="sr-only">
          {video.kind === "ready" ? "The video is ready." : ""}
        </p>
        <div className="mt-auto flex flex-col gap-2">
          {preview.kind === "failed" && video.kind !== "failed" && video.kind !== "refused" && (
            <Problem
              message={preview.message}
              action={
                !preview.isFinal && (
                  <Button size="small" onClick={dialog.retryPreview}>
                    Load the preview again
                  </Button>
                )
              }
            />
          )}
          {(video.kind === "failed" || video.kind === "refused") && <Problem message={video.message} />}
          {isTooLong && (
            <p id={reasonId} className="text-meta text-muted">
              {sharingMessages.videoTooLong(VIDEO_MINUTES)}
            </p>
          )}
          <Button
            ref={action}
            variant="primary"
            busy={video.kind === "generating"}
            // Not `disabled`, which would take the focus from whoever has just pressed it.
            aria-disabled={isRefused || undefined}
            aria-describedby={isTooLong ? reasonId : undefined}
            onClick={act}
          >
            {ACTION_LABELS[video.kind]}
          </Button>
          <Button onClick={onShareLink}>
            <Link2 size={15} aria-hidden="true" />
            Share link
          </Button>
        </div>
      </div>
    </div>
  );
}

const ACTION_LABELS: Record<Video["kind"], string> = {
  none: "Generate",
  generating: "Generating",
  ready: "Download video",
  failed: "Retry",
  refused: "Generate",
};

/** Whether there can be no video of it for its length, as far as that is known: from the history, or the player. */
function useIsTooLong({ historyItemId, durationSeconds }: ShareItem): boolean {
  const player = usePlayer();
  const [heldSeconds] = useState(() => {
    const held = player?.getSnapshot();
    return held?.item?.id === historyItemId && !held.streaming ? held.durationSeconds : 0;
  });
  return !maySpeechBeVideo({ durationMs: (durationSeconds ?? heldSeconds) * 1000 });
}

function Problem({ message, action }: { message: string; action?: ReactNode }) {
  return (
    <div
      role="alert"
      className="flex items-start gap-2 rounded-card border border-accent-text/40 bg-accent-wash px-3 py-2.5 text-meta"
    >
      <CircleAlert className="mt-px size-4 shrink-0 text-accent-text" aria-hidden="true" />
      <div className="flex min-w-0 flex-col items-start gap-2 [overflow-wrap:anywhere]">
        <p>{message}</p>
        {action}
      </div>
    </div>
  );
}
