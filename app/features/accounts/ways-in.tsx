import { useId } from "react";
import { plainLine } from "~/lib/plain-line";

/** Days as they are here and on the server alike: whoever reads this may not be signed in, so no language is known. */
const DAY = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeZone: "UTC" });

export const dayOf = (atMs: number) => DAY.format(atMs);

/** Ways into an account, with the day on which each was added. Nothing where there are none. */
export function WaysIn({ title, ways }: { title: string; ways: { name: string; addedAtMs: number }[] }) {
  const titleId = useId();
  if (ways.length === 0) return null;
  return (
    <section aria-labelledby={titleId}>
      <h2 id={titleId} className="font-semibold">
        {title}
      </h2>
      <ul className="mt-1 text-muted">
        {ways.map(({ name, addedAtMs }) => (
          <li key={`${name} ${addedAtMs}`} className="[overflow-wrap:anywhere]">
            {plainLine(name)}, added on {dayOf(addedAtMs)}
          </li>
        ))}
      </ul>
    </section>
  );
}
