/**
 * What is done before React is in charge of a page, which on a slow line is seconds after the page can be read. Links, forms and
 * text fields work without it. A button that only React answers, what is chosen in a list or a box, and Ctrl or ⌘ with K are
 * noted, and done once it is there. Other keys are not: what they would do, such as speaking a text, may cost, and the page was
 * not yet whole when they were pressed. Who types or presses Escape afterwards has gone on, and nothing may open in the way.
 */
import { useEffect, useState } from "react";

type Press =
  /** A button that was pressed, however often. */
  | { at: HTMLButtonElement }
  /** What was chosen last. */
  | { at: HTMLSelectElement; value: string }
  | { at: HTMLInputElement; checked: boolean }
  | { at: KeyboardEvent };

declare global {
  interface Window {
    /** Kept by the script below. */
    earlyPresses?: {
      /** One for each control, in the order in which they were last pressed. */
      list: Press[];
      /** Stops noting. */
      stop(): void;
    };
  }
}

/** Runs in the head of the page. A nonce lets it run. */
export const EARLY_PRESSES_SCRIPT = `(()=>{
const kinds=["click","change","input","keydown"];
const goOn=()=>{early.list=early.list.filter(p=>"value"in p||"checked"in p)};
const note=e=>{
let at=e.target,press;
if(e.type==="keydown"){
if(e.key==="Escape")goOn();
else if((e.ctrlKey||e.metaKey)&&!e.repeat&&e.key.toLowerCase()==="k")press={at:e}
}else if(e.type==="click"){at=at.closest("button");if(at&&(!at.form||at.type==="button"))press={at}}
else if(at.matches("select"))press={at,value:at.value};
else if(at.matches("[type=checkbox],[type=radio]"))press={at,checked:at.checked};
else goOn();
if(press)early.list=early.list.filter(p=>p.at!==press.at&&!(p.at.key&&press.at.key)).concat(press)
};
const early=window.earlyPresses={list:[],stop(){for(const k of kinds)removeEventListener(k,note,true)}};
for(const k of kinds)addEventListener(k,note,true)
})()`.replaceAll("\n", "");

/** To be called just before React takes over the page: from then on it answers presses by itself, and none twice. */
export function stopNotingPresses(): void {
  window.earlyPresses?.stop();
}

/** In the component around the whole page: does what was pressed early. */
export function useEarlyPresses(): void {
  // One render later than the first, so that what effects of the first have read is there.
  const [isSettled, setSettled] = useState(false);
  useEffect(() => setSettled(true), []);
  useEffect(() => {
    if (!isSettled) return;
    const presses = window.earlyPresses?.list.splice(0) ?? [];
    for (const press of presses) pressAgain(press);
  }, [isSettled]);
}

function pressAgain(press: Press): void {
  if (press.at instanceof KeyboardEvent) {
    const { key, code, ctrlKey, metaKey, shiftKey, altKey } = press.at;
    const init = { key, code, ctrlKey, metaKey, shiftKey, altKey, bubbles: true, cancelable: true };
    (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent("keydown", init));
  } else if (!press.at.isConnected) {
    return;
  } else if ("value" in press) {
    // React may have put back what it knows.
    press.at.value = press.value;
    press.at.dispatchEvent(new Event("change", { bubbles: true }));
  } else if ("checked" in press) {
    // From the other state, since React is told of changes alone.
    press.at.checked = !press.checked;
    press.at.click();
  } else {
    // Menus and tabs open when the pointer goes down.
    const init = { bubbles: true, cancelable: true, button: 0 };
    press.at.dispatchEvent(new PointerEvent("pointerdown", { ...init, pointerType: "mouse" }));
    press.at.dispatchEvent(new MouseEvent("mousedown", init));
    press.at.click();
  }
}
