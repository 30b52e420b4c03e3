import { Link } from "@remix-run/react";
import { playRow } from "~/features/history/history-actions";
import { type HistoryRow, textOfRow } from "~/features/history/history-item";
import { ChecklistCard } from "~/features/onboarding/checklist-card";
import { Page } from "~/features/shell/page";
import { useShell } from "~/features/shell/shell-context";
import { creditsLeft } from "~/features/shell/shell-data";
import { formatLength } from "~/lib/format-clock";
import { formatCount } from "~/lib/format-number";
import { textDirection } from "~/lib/text-direction";
import { usePlayer, usePlayerSnapshot } from "~/player/player-provider";
import { buttonClass } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { IconButton } from "~/ui/icon-button";
import { ChevronRight, Pause, Play } from "~/ui/icons";

const EDITOR = "/app/speech-synthesis/text-to-speech";

/** Where one lands: write something new, go on with the latest, see what is left. */
export function HomeScreen({ recent }: { recent: HistoryRow[] }) {
  const { firstName, credits } = useShell();
  const left = creditsLeft(credits);
  return (
    <Page
      title={firstName ? `Hello, ${firstName}` : "Hello"}
      description={left === null ? "Unlimited credits" : `${formatCount(left, "credit")} left this month`}
      actions={
        <Link className={buttonClass("primary")} to={EDITOR}>
          New speech
        </Link>
      }
    >
      <ChecklistCard />
      <section aria-labelledby="recent">
        <div className="mb-2 flex items-baseline justify-between">
          <h2 id="recent" className="text-lead font-semibold">
            Latest
          </h2>
          {recent.length > 0 && (
            <Link className="text-meta text-muted hover:text-ink" to={`${EDITOR}/history`}>
              All history
            </Link>
          )}
        </div>
        {recent.length === 0 ? (
          <EmptyState
            action={
              <Link className={buttonClass()} to={EDITOR}>
                Write something
              </Link>
            }
          >
            What you generate appears here.
          </EmptyState>
        ) : (
          <ul>
            {recent.map((row) => (
              <RecentRow key={row.id} row={row} />
            ))}
          </ul>
        )}
      </section>
      <section aria-labelledby="next" className="mt-10">
        <h2 id="next" className="mb-2 text-lead font-semibold">
          Next
        </h2>
        <ul className="divide-y divide-hairline border-y border-hairline">
          <NextStep to={EDITOR} title="Speak a text" description="Pick from the voices, hear it while it is made." />
          <NextStep
            to={`${EDITOR}?mode=dialogue`}
            title="Write a dialogue"
            description="Up to 50 lines, a voice for each."
          />
          <NextStep
            to="/app/settings/api-keys"
            title="Use it from code"
            description="Make a key and point a client at this address."
          />
        </ul>
      </section>
    </Page>
  );
}

function RecentRow({ row }: { row: HistoryRow }) {
  const player = usePlayer();
  const { item, wantsToPlay } = usePlayerSnapshot();
  const playing = item?.id === row.id && wantsToPlay;
  const text = textOfRow(row);
  return (
    <li className="flex items-center gap-3 border-b border-hairline py-2">
      <IconButton
        label={playing ? "Pause" : "Play"}
        tooltip={false}
        icon={
          playing ? <Pause className="size-4" aria-hidden="true" /> : <Play className="size-4" aria-hidden="true" />
        }
        onClick={() => player && void playRow(player, row)}
      />
      <p dir={textDirection(text) ?? "auto"} className="min-w-0 grow truncate font-serif text-lead">
        {text}
      </p>
      <p className="shrink-0 text-meta text-muted tabular max-sm:hidden">
        <bdi>{row.voiceName}</bdi> · {formatLength(row.durationSeconds)}
      </p>
    </li>
  );
}

function NextStep({ to, title, description }: { to: string; title: string; description: string }) {
  return (
    <li>
      <Link to={to} className="flex items-center gap-4 py-3 hover:bg-ink/4 sm:px-3">
        <span className="grow">
          <span className="block font-medium">{title}</span>
          <span className="block text-meta text-muted">{description}</span>
        </span>
        <ChevronRight size={16} aria-hidden="true" className="text-muted" />
      </Link>
    </li>
  );
}
