import { clsx } from "clsx";
import { renderToStaticMarkup } from "react-dom/server";
import { SAMPLE_TEXTS } from "./sample-texts";

/** The looks of every line are said once, at the list: there are dozens of lines. */
const LIST = clsx(
  "grid grid-cols-2 gap-x-6 sm:grid-cols-3 lg:grid-cols-4",
  "[&_li]:border-b [&_li]:border-hairline",
  "[&_a]:flex [&_a]:items-baseline [&_a]:flex-wrap [&_a]:justify-between [&_a]:gap-x-3 [&_a]:py-2.5 pointer-coarse:[&_a]:py-3",
  "[&_a]:text-[16px] [&_a:hover]:text-accent-text",
);

/**
 * Every language by its own name, as HTML; a press speaks its sample, without script it opens the page with that text. The
 * same in every rendering and half of a page's elements, so drawn once.
 */
export const LANGUAGE_LINKS_HTML = renderToStaticMarkup(
  <ul className={LIST}>
    {SAMPLE_TEXTS.map((language) => (
      <li key={language.code}>
        <a href={`/text-to-speech?language=${language.code}#try-it`} data-sample={language.code}>
          <span lang={language.code}>{language.nativeName}</span>
          {language.name !== language.nativeName && <span className="text-meta text-muted">{language.name}</span>}
        </a>
      </li>
    ))}
  </ul>,
);
