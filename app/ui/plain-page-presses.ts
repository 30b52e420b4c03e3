/**
 * Buttons that are pressed on a page without React before the page's one script has come, which on a slow line is seconds after
 * the page can be read. They are noted, and pressed again once they can answer. Who types or presses Escape afterwards has gone
 * on, and nothing may sound then. Pages that React takes over note more, see `early-presses.ts`.
 */
declare global {
  interface Window {
    /** Kept by the script below. */
    plainPresses?: {
      /** Each once, however often it was pressed, in the order of its first press. */
      buttons: Set<HTMLButtonElement>;
      /** Stops noting. */
      stop(): void;
    };
  }
}

/** Runs in the head of the page. Its hash lets it run. */
export const PLAIN_PRESSES_SCRIPT = `(()=>{
const kinds=["click","input","keydown"];
const note=e=>{
if(e.type==="click"){const b=e.target.closest("button");if(b)early.buttons.add(b)}
else if(e.type==="input"?e.target.matches("textarea"):e.key==="Escape")early.buttons.clear()
};
const early=window.plainPresses={buttons:new Set(),stop(){for(const k of kinds)removeEventListener(k,note,true)}};
for(const k of kinds)addEventListener(k,note,true)
})()`.replaceAll("\n", "");

/** To be called by the page's script once all of its buttons answer. */
export function pressEarlyPressed(): void {
  window.plainPresses?.stop();
  for (const button of window.plainPresses?.buttons ?? []) button.click();
}
