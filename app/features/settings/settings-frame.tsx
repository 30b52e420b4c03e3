import { NavLink } from "@remix-run/react";
import { type ComponentProps, useEffect, useRef } from "react";
import { Page } from "~/features/shell/page";
import { SETTINGS_TABS } from "./settings-tabs";

// The ring of the focus stands around the padding; the line beneath is as wide as the word.
const tabClass =
  "relative -mb-px inline-flex h-11 shrink-0 items-center px-2 font-medium text-muted outline-offset-[-2px] transition-colors duration-[120ms] hover:text-ink aria-[current=page]:text-ink after:absolute after:inset-x-2 after:bottom-0 after:h-0.5 aria-[current=page]:after:bg-ink";

/** A screen of a person's own settings: the way to the other ones, then the screen as any other. */
export function SettingsFrame(page: ComponentProps<typeof Page>) {
  const list = useRef<HTMLUListElement>(null);
  // On a phone the list is wider than the screen: the one that is open has to be seen.
  useEffect(() => {
    list.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
  }, []);
  return (
    <>
      <nav aria-label="Settings" className="border-b border-hairline">
        <ul
          ref={list}
          className="mx-auto flex max-w-[1184px] gap-1 overflow-x-auto px-2 pt-2 [scrollbar-width:none] sm:px-4 md:px-6"
        >
          {SETTINGS_TABS.map(({ to, label }) => (
            <li key={to} className="flex">
              <NavLink to={to} end prefetch="intent" className={tabClass}>
                {label}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <Page {...page} />
    </>
  );
}
