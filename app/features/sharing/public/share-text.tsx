import { plainLine } from "~/lib/plain-line";
import type { ShownShare } from "./shown-share";

/**
 * The words, one text node a line, which the script lights by their positions. Each paragraph has its own direction;
 * a block of its own keeps overrides of direction from what stands around it.
 */
export function ShareText({ share }: { share: ShownShare }) {
  return (
    <div className="space-y-5 font-serif text-speech" lang={share.language || undefined} data-text>
      {share.lines.map((line, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rendered once, never reordered
        <div key={i}>
          {line.voiceName !== null && (
            <p className="mb-0.5 font-sans text-meta font-medium text-muted" lang="en">
              <bdi>{plainLine(line.voiceName)}</bdi>
            </p>
          )}
          <p className="spoken-text" dir="auto" data-words={line.words}>
            {line.text}
          </p>
        </div>
      ))}
    </div>
  );
}
