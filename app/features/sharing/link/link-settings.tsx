import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { Button } from "~/ui/button";
import { NativeSelect } from "~/ui/native-select";
import { Switch } from "~/ui/switch";
import type { LinkSettings as Settings, WireShareLink } from "../share-calls";
import { EXPIRY_CHOICES, expiryAfterDays, expiryTime } from "./link-expiry";
import { useEscape } from "./use-escape";

/** What the link allows, how long it lasts, how often it was heard, and its end. */
export function LinkSettings(props: {
  link: WireShareLink;
  onSet: (settings: Settings) => Promise<void>;
  onRevoke: () => Promise<boolean>;
}) {
  const { link, onSet } = props;
  const expiryId = useId();
  return (
    <section aria-label="Settings of the link" className="flex flex-col border-t border-hairline pt-2">
      <SwitchRow
        label="Allow download"
        checked={link.allows_download}
        onChange={(allows_download) => void onSet({ allows_download })}
      />
      <SwitchRow
        label="Let search engines find it"
        checked={link.is_indexed}
        onChange={(is_indexed) => void onSet({ is_indexed })}
      />
      <Row>
        <label htmlFor={expiryId} className="grow">
          Expires
        </label>
        <NativeSelect
          id={expiryId}
          className="min-w-40"
          value={link.expires_at_unix === null ? "never" : "set"}
          onChange={({ target }) => {
            if (target.value === "set") return;
            const days = EXPIRY_CHOICES.find((choice) => choice.value === target.value)?.days ?? null;
            void onSet({ expires_at_unix: days === null ? null : expiryAfterDays(days, Date.now()) });
          }}
        >
          {link.expires_at_unix !== null && (
            <option value="set">
              {link.state === "expired" ? "Expired on" : "On"} {expiryTime(link.expires_at_unix)}
            </option>
          )}
          {EXPIRY_CHOICES.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </NativeSelect>
      </Row>
      <Row>
        <p className="grow text-muted">
          <span className="tabular">{playsLabel(link.play_count)}</span>
        </p>
        <Revoke onRevoke={props.onRevoke} />
      </Row>
    </section>
  );
}

const number = new Intl.NumberFormat("en");

export function playsLabel(count: number): string {
  if (count === 0) return "Not played yet";
  return count === 1 ? "Played once" : `Played ${number.format(count)} times`;
}

function Row({ children }: { children: ReactNode }) {
  return <div className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-2 py-1">{children}</div>;
}

function SwitchRow(props: { label: string; checked: boolean; onChange: (checked: boolean) => void }) {
  const id = useId();
  return (
    <Row>
      <label htmlFor={id} className="grow">
        {props.label}
      </label>
      <Switch id={id} checked={props.checked} onCheckedChange={props.onChange} />
    </Row>
  );
}

/** Asks in place: a second window over the first would hide what it is about. */
function Revoke({ onRevoke }: { onRevoke: () => Promise<boolean> }) {
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const keep = useRef<HTMLButtonElement>(null);
  const begin = useRef<HTMLButtonElement>(null);
  const wasAsking = useRef(false);
  useEffect(() => {
    if (asking) keep.current?.focus();
    else if (wasAsking.current) begin.current?.focus();
    wasAsking.current = asking;
  }, [asking]);
  const explanation = useId();
  // While the link is being revoked there is nothing to take back.
  useEscape(asking, () => !busy && setAsking(false));

  if (!asking) {
    return (
      <Button ref={begin} size="small" variant="danger" onClick={() => setAsking(true)}>
        Revoke link
      </Button>
    );
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields; this is a question and two answers
    <div
      role="group"
      aria-labelledby={explanation}
      className="flex basis-full flex-wrap items-center justify-end gap-2 rounded-card bg-sunken p-3"
    >
      <p id={explanation} className="grow basis-56">
        Revoke this link? It stops working at once, for everybody who has it, and cannot be brought back.
      </p>
      <Button ref={keep} onClick={() => setAsking(false)}>
        Keep it
      </Button>
      <Button
        variant="danger"
        busy={busy}
        onClick={async () => {
          setBusy(true);
          if (!(await onRevoke())) setBusy(false);
        }}
      >
        Revoke
      </Button>
    </div>
  );
}
