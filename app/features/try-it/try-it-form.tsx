import { Button } from "~/ui/button";
import { Play, Square } from "~/ui/icons";
import { NativeSelect } from "~/ui/native-select";
import { SAMPLE_TEXTS, type SampleText, TRY_IT_LIMIT } from "./sample-texts";
import type { tryItData } from "./try-it-voices";

/** The same in every rendering, so made once. */
const LANGUAGE_OPTIONS = SAMPLE_TEXTS.map((language) => (
  <option key={language.code} value={language.code}>
    {language.name}
  </option>
));

/**
 * Text in, sound out, for anyone. Drawn by the server; `try-it-script.ts` brings it to life through its data attributes.
 */
export function TryItForm({ data, sample }: { data: ReturnType<typeof tryItData>; sample: SampleText }) {
  return (
    <form
      id="try-it"
      data-try-it
      // Sends nothing by itself: pressed before the script is there, it would take the text into the address.
      method="dialog"
      className="focus-frame scroll-mt-6 overflow-hidden rounded-sheet border border-hairline bg-surface"
      aria-label="Try it"
    >
      <script
        type="application/json"
        data-voices
        // biome-ignore lint/security/noDangerouslySetInnerHtml: data of ours, escaped where it is made
        dangerouslySetInnerHTML={{ __html: data.voicesJson }}
      />
      <label htmlFor="try-it-text" className="sr-only">
        Text to speak
      </label>
      <textarea
        id="try-it-text"
        name="text"
        lang={sample.code}
        dir={sample.code === "ar" ? "rtl" : "ltr"}
        maxLength={TRY_IT_LIMIT}
        defaultValue={sample.text}
        spellCheck={false}
        rows={3}
        aria-describedby="try-it-count"
        className="field-sizing-content block max-h-[300px] min-h-[98px] w-full resize-none bg-transparent px-5 pt-5 pb-2 font-serif text-speech outline-none md:px-8 md:pt-7"
      />
      <div className="px-5 pb-3 md:px-8">
        <canvas data-waveform className="block h-14 w-full" />
      </div>
      <div className="flex flex-wrap items-end gap-x-4 gap-y-3 border-t border-hairline px-5 py-4 md:px-8">
        <label
          htmlFor="try-it-language"
          className="flex min-w-0 grow basis-36 flex-col gap-1 text-meta text-muted sm:grow-0 sm:basis-44"
        >
          Language
          <NativeSelect id="try-it-language" name="language" defaultValue={sample.code}>
            {LANGUAGE_OPTIONS}
          </NativeSelect>
        </label>
        <label
          htmlFor="try-it-voice"
          className="flex min-w-0 grow basis-36 flex-col gap-1 text-meta text-muted sm:grow-0 sm:basis-44"
        >
          Voice
          <NativeSelect id="try-it-voice" name="voice_id">
            {data.shownVoices.map(([voiceId, name]) => (
              <option key={voiceId} value={voiceId}>
                {name}
              </option>
            ))}
          </NativeSelect>
        </label>
        <span id="try-it-count" className="tabular pb-2.5 text-meta text-muted" data-count>
          {Array.from(sample.text).length} / {TRY_IT_LIMIT}
        </span>
        <p role="status" data-status className="order-last w-full text-meta text-accent-text empty:hidden" />
        <Button type="submit" variant="primary" size="large" className="ml-auto max-sm:w-full" data-speak>
          <span data-icon="speak" className="contents">
            <Play size={16} aria-hidden="true" />
          </span>
          <span data-icon="stop" className="hidden">
            <Square size={14} aria-hidden="true" />
          </span>
          <span data-speak-label>Speak</span>
        </Button>
      </div>
      <noscript>
        <p className="px-8 pb-4 text-meta text-muted">
          Speaking needs JavaScript, which this browser has switched off.
        </p>
      </noscript>
    </form>
  );
}
