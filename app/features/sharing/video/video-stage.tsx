import { clsx } from "clsx";
import { Button } from "~/ui/button";
import { Skeleton } from "~/ui/skeleton";
import type { VideoShape } from "../share-calls";
import { LoopingVideo } from "./looping-video";
import { PLACEHOLDER, type Preview, shownPercent, type Video } from "./video-state";

/** Where the picture is, then the progress over it, then the video. */
export function VideoStage(props: { preview: Preview; video: Video; shape: VideoShape; onCancel: () => void }) {
  const { preview, video, shape } = props;
  const failed = video.kind === "failed" || video.kind === "refused" || preview.kind === "failed";
  return (
    <div className="relative flex aspect-square max-h-[38vh] w-full items-center justify-center overflow-hidden rounded-card border border-hairline bg-sunken sm:max-h-[60vh]">
      {video.kind === "ready" ? (
        <LoopingVideo url={video.url} shape={shape} />
      ) : failed ? (
        <p className="px-6 text-center text-muted">{PLACEHOLDER}</p>
      ) : preview.kind === "ready" ? (
        <img
          src={preview.url}
          alt="Preview of the video"
          className={clsx("motion-fade w-full object-contain", video.kind === "generating" && "opacity-40")}
        />
      ) : (
        <div role="status" aria-busy="true" className="w-full">
          <span className="sr-only">Loading the preview</span>
          <Skeleton className="aspect-[1200/630] w-full rounded-none" />
        </div>
      )}
      {video.kind === "generating" && <Progress percent={shownPercent(video)} onCancel={props.onCancel} />}
    </div>
  );
}

function Progress({ percent, onCancel }: { percent: number; onCancel: () => void }) {
  return (
    <div className="absolute inset-x-0 bottom-0 flex flex-col gap-2 border-t border-hairline bg-surface px-4 py-3">
      <div className="flex items-center gap-3 text-meta">
        <p className="grow">Generating video</p>
        <p className="tabular">{percent}%</p>
        <Button size="small" onClick={onCancel}>
          Cancel
        </Button>
      </div>
      <div
        role="progressbar"
        aria-label="Generating video"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        className="h-1 overflow-hidden rounded-full bg-ink/10"
      >
        <div
          className="h-full origin-left bg-ink transition-transform duration-[120ms] ease-out"
          style={{ transform: `scaleX(${percent / 100})` }}
        />
      </div>
    </div>
  );
}
