import { SAMPLE_TEXTS } from "./sample-texts";

/** Every language by its own name; a press speaks its sample, without script it opens the page with that text. */
export function LanguageLinks() {
  return (
    <ul className="grid grid-cols-2 gap-x-6 sm:grid-cols-3 lg:grid-cols-4">
      {SAMPLE_TEXTS.map((language) => (
        <li key={language.code} className="border-b border-hairline">
          <a
            href={`/text-to-speech?language=${language.code}#try-it`}
            data-sample={language.code}
            className="group flex items-baseline justify-between gap-3 py-2.5 pointer-coarse:py-3"
          >
            <span lang={language.code} className="text-[16px] group-hover:text-accent-text">
              {language.nativeName}
            </span>
            {language.name !== language.nativeName && <span className="text-meta text-muted">{language.name}</span>}
          </a>
        </li>
      ))}
    </ul>
  );
}
