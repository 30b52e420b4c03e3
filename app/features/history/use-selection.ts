import { useRef, useState } from "react";

/** Which of the rows are selected; `ids` are those of all that are loaded, in the order shown. */
export function useSelection(ids: readonly string[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  /** The row whose checkbox was changed last, where a range begins. */
  const changedLast = useRef<string>();
  // What disappeared from the list is no longer selected.
  const selected = new Set(ids.filter((id) => chosen.has(id)));

  return {
    selected,
    chosenLast: [...chosen].filter((id) => selected.has(id)).at(-1),
    clear(): void {
      setChosen(new Set());
      changedLast.current = undefined;
    },
    selectAll(): void {
      setChosen(new Set(ids));
      changedLast.current = ids.at(-1);
    },
    /** Selects rows that could not be dealt with, beside what is selected by now. */
    selectAgain(these: readonly string[]): void {
      if (these.length > 0) setChosen((before) => new Set([...before, ...these]));
    },
    /** Selects a row or the opposite, `asRange` with all from the one that was changed last. */
    select(id: string, on: boolean, asRange: boolean): void {
      const range = asRange ? rangeOf(ids, changedLast.current, id) : [id];
      changedLast.current = id;
      setChosen((before) => {
        const next = new Set(before);
        for (const one of range) {
          if (on) next.add(one);
          else next.delete(one);
        }
        return next;
      });
    },
  };
}

/** All from one to the other, `to` at the end; that one alone if there is no `from` any more. */
function rangeOf(ids: readonly string[], from: string | undefined, to: string): readonly string[] {
  const start = from === undefined ? -1 : ids.indexOf(from);
  const end = ids.indexOf(to);
  if (start < 0 || end < 0) return [to];
  return start < end ? ids.slice(start, end + 1) : ids.slice(end, start + 1).reverse();
}
