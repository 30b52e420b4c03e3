import { useRef, useState } from "react";
import { Button } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { ErrorState } from "~/ui/error-state";
import { Loading, Skeleton } from "~/ui/skeleton";
import { Spinner } from "~/ui/spinner";
import { Waveform } from "~/ui/waveform";
import { Section } from "./section";

/** Peaks measured from a spoken sentence of 2.6 s. */
const MEASURED_PEAKS = [
  3, 9, 88, 141, 167, 172, 150, 121, 60, 22, 14, 96, 188, 214, 201, 166, 120, 71, 30, 9, 4, 40, 133, 176, 190, 158, 99,
  52, 18, 7, 3, 2, 3, 12, 77, 143, 202, 238, 255, 231, 180, 112, 66, 31, 84, 150, 171, 146, 92, 43, 21, 10, 58, 129,
  163, 155, 118, 83, 44, 19, 8, 3,
];
const DURATION_SECONDS = 2.6;

export function WaveformSpecimens() {
  const position = useRef(1.1);
  const [, redraw] = useState(0);
  return (
    <Section title="Waveform">
      <div className="w-80">
        <Waveform peaks={MEASURED_PEAKS} />
      </div>
      <div className="w-80">
        <Waveform
          peaks={MEASURED_PEAKS}
          playback={{
            durationSeconds: DURATION_SECONDS,
            getPositionSeconds: () => position.current,
            playing: false,
            label: "Position in the sample",
            onSeek: (seconds) => {
              position.current = seconds;
              redraw((n) => n + 1);
            },
          }}
        />
      </div>
      <div className="w-80">
        <Waveform peaks={[]} />
      </div>
    </Section>
  );
}

export function StateSpecimens() {
  return (
    <Section title="States">
      <div className="w-80 rounded-card border border-hairline">
        <EmptyState action={<Button variant="primary">Generate speech</Button>}>
          What you generate is kept here, so you can hear and download it again.
        </EmptyState>
      </div>
      <div className="w-80 rounded-card border border-hairline">
        <ErrorState title="History could not be loaded" onRetry={() => {}}>
          Nothing is lost. Check your connection and try again.
        </ErrorState>
      </div>
      <div className="w-80 rounded-card border border-hairline p-4">
        <Loading label="Loading">
          <Skeleton className="h-5 w-2/3" />
          <Skeleton className="mt-2 h-4 w-full" />
          <Skeleton className="mt-2 h-4 w-1/2" />
        </Loading>
        <div className="mt-6 text-muted">
          <Spinner />
        </div>
      </div>
    </Section>
  );
}
