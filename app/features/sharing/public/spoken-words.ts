/** Lights words of a page's text as they are said, by ranges: the text stays one piece for shaping, copying and readers. */
import { type ReadWord, readWords, wordAt } from "./read-words";

interface PlacedWord extends ReadWord {
  node: Text;
}

const HIGHLIGHT = "spoken";
/** Of the free height, where a word is brought to when it left the screen. */
const FOLLOWED_TO = 0.3;
const SCROLLING_KEYS = ["ArrowUp", "ArrowDown", "PageUp", "PageDown", "Home", "End"];

export class SpokenWords {
  readonly #words: PlacedWord[] = [];
  readonly #range = document.createRange();
  /** Older browsers read along without light. */
  readonly #highlights = typeof Highlight === "function" ? CSS.highlights : undefined;
  #lit = -1;
  #followed = -1;
  /** Until somebody scrolls the word off the screen, and again when it is back. */
  #isFollowing = true;

  /** @param lines elements with one text each, and its words' times in `data-words` */
  constructor(lines: Iterable<HTMLElement>) {
    for (const line of lines) {
      const node = line.firstChild;
      if (!(node instanceof Text)) continue;
      for (const word of readWords(node.data, line.dataset.words ?? "")) this.#words.push({ ...word, node });
    }
    for (const scrolls of ["wheel", "touchmove", "keydown"]) {
      addEventListener(scrolls, (event) => this.#scrolled(event), { passive: true });
    }
  }

  /** Lights the word that is said at that time, and no other; null puts the light out. */
  light(seconds: number | null): void {
    const index = seconds === null ? -1 : wordAt(this.#words, seconds);
    if (index === this.#lit) return;
    this.#lit = index;
    const word = this.#words[index];
    if (!word) {
      this.#highlights?.delete(HIGHLIGHT);
      return;
    }
    this.#range.setStart(word.node, word.from);
    this.#range.setEnd(word.node, word.to);
    this.#highlights?.set(HIGHLIGHT, new Highlight(this.#range));
  }

  /**
   * Keeps the lit word on the screen for those who read along. Who scrolled away stays where they are.
   *
   * @param top height that is covered at the top of the screen, in pixels
   */
  follow(top: number): void {
    if (this.#lit < 0 || this.#lit === this.#followed) return;
    this.#followed = this.#lit;
    const box = this.#range.getBoundingClientRect();
    if (box.top >= top && box.bottom <= innerHeight) this.#isFollowing = true;
    else if (this.#isFollowing) {
      const behavior = matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth";
      scrollBy({ top: box.top - top - (innerHeight - top) * FOLLOWED_TO, behavior });
    }
  }

  #scrolled(event: Event): void {
    if (event instanceof KeyboardEvent && !SCROLLING_KEYS.includes(event.key)) return;
    this.#isFollowing = false;
  }

  /** When the word under a click is said; null for clicks elsewhere and for those that end a selection. */
  startUnder(event: MouseEvent): number | null {
    const target = event.target as unknown as Element;
    if (!target.closest("[data-words]") || getSelection()?.type === "Range") return null;
    const caret = caretAt(event.clientX, event.clientY);
    const word = this.#words.find(
      ({ node, from, to }) => node === caret?.node && from <= caret.offset && caret.offset <= to,
    );
    return word ? word.startSeconds : null;
  }
}

function caretAt(x: number, y: number): { node: Node; offset: number } | null {
  if (document.caretPositionFromPoint) {
    const position = document.caretPositionFromPoint(x, y);
    return position && { node: position.offsetNode, offset: position.offset };
  }
  const range = document.caretRangeFromPoint?.(x, y);
  return range ? { node: range.startContainer, offset: range.startOffset } : null;
}
