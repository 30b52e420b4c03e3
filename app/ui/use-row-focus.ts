import { type FocusEvent, useEffect, useRef } from "react";

/** What had the focus last, within the rows or in a window that was opened from them. */
interface Held {
  element: HTMLElement;
  /** Of the row it is in, if it is in one. */
  key: string | undefined;
  /** Which of its row's controls it is, from 0. */
  place: number;
  isIn: boolean;
}

const CONTROLS = "a[href], button, input:not([type='hidden']), select, textarea";
const controlsOf = (row: HTMLElement) => [...row.querySelectorAll<HTMLElement>(CONTROLS)];

/**
 * Keeps the focus near when what had it goes away, whoever removed it: a row's goes to the same control of the next row, of
 * the one before if it was the last, and to `orElse` if there is none. What is gone from a row that stays leaves it to the
 * row itself where that can have it, else to the row's first control; what was outside of the rows leaves it to `orElse`.
 *
 * `orElse` is given what holds the rows, null when that is gone too. `keys` are those of all rows in their order, also of
 * rows that are not in the document. What holds the rows takes `holder`; each row takes its key as `data-row`. `heldKey` tells
 * which row has the focus now, so that a list can keep it in the document.
 */
export function useRowFocus<E extends HTMLElement>(
  keys: readonly string[],
  orElse: (holder: E | null) => HTMLElement | null | undefined,
) {
  const holder = useRef<E>(null);
  const held = useRef<Held | null>(null);
  const before = useRef(keys);
  const rowOf = (key: string) =>
    [...(holder.current?.querySelectorAll<HTMLElement>("[data-row]") ?? [])].find((row) => row.dataset.row === key);

  useEffect(() => {
    const keysBefore = before.current;
    before.current = keys;
    const lost = held.current;
    if (!lost?.isIn || lost.element.isConnected) return;
    held.current = null;
    // Somebody has moved it already.
    if (document.activeElement && document.activeElement !== document.body) return;
    for (const target of targets(lost, keysBefore)) {
      target.focus();
      // What is hidden at this width does not take it.
      if (document.activeElement === target) return;
    }
    orElse(holder.current)?.focus();
  });

  function* targets({ key, place }: Held, keysBefore: readonly string[]): Generator<HTMLElement> {
    if (key === undefined) return;
    const row = rowOf(key);
    if (row) {
      if (row.hasAttribute("tabindex")) yield row;
      yield* controlsOf(row);
    }
    const at = keysBefore.indexOf(key);
    if (at < 0) return;
    const near = [...keysBefore.slice(at + 1), ...keysBefore.slice(0, at).reverse()];
    for (const next of near) {
      const controls = keys.includes(next) ? controlsOf(rowOf(next) ?? document.createElement("div")) : [];
      const same = controls[Math.min(place, controls.length - 1)];
      if (same) yield same;
    }
  }

  return {
    holder: {
      ref: holder,
      onFocus({ target }: FocusEvent<E>) {
        // React passes on what happens in windows of a row: for as long as one is open, the focus is still the row's.
        if (!holder.current?.contains(target)) {
          if (held.current) held.current.isIn = true;
          return;
        }
        const row = target.closest<HTMLElement>("[data-row]");
        held.current = {
          element: target,
          key: row?.dataset.row,
          place: row ? controlsOf(row).indexOf(target) : -1,
          isIn: true,
        };
      },
      // React tells nothing of a blur by removal. When the browser's window loses the focus, the element keeps it.
      onBlur({ target }: FocusEvent<E>) {
        if (held.current && document.activeElement !== target) held.current.isIn = false;
      },
    },
    heldKey: () => (held.current?.isIn ? held.current.key : undefined),
  };
}
