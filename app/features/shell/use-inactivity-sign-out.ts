import { useEffect, useRef } from "react";
import { readLocal, writeLocal } from "~/lib/local-data";

const LAST_ACTIVE = "last-active-ms";
const LOOKS_EVERY_MS = 5_000;
/** Activity comes in floods; one note in a while is enough. */
const NOTED_EVERY_MS = 2_000;
const SIGNS_OF_LIFE = ["pointerdown", "pointermove", "keydown", "wheel", "touchstart", "focus"] as const;

/**
 * Signs out when nobody has done anything for so long, in this tab and the browser's other ones. The server ends the
 * session on its own too. Source: spec 000, section 4 ("Inactivity logout").
 */
export function useInactivitySignOut(timeoutSeconds: number | null, signOut: () => void): void {
  const end = useRef(signOut);
  end.current = signOut;
  useEffect(() => {
    if (timeoutSeconds === null) return;
    let lastActiveMs = Date.now();
    writeLocal(LAST_ACTIVE, lastActiveMs);
    const note = () => {
      const now = Date.now();
      if (now - lastActiveMs < NOTED_EVERY_MS) return;
      // A laptop that was closed wakes up with a movement: it comes too late.
      if (isOver(now)) return look();
      lastActiveMs = now;
      writeLocal(LAST_ACTIVE, now);
    };
    const isOver = (now: number) => {
      const elsewhere = readLocal(LAST_ACTIVE);
      const newest = Math.max(lastActiveMs, typeof elsewhere === "number" && elsewhere <= now ? elsewhere : 0);
      return now - newest >= timeoutSeconds * 1000;
    };
    const look = () => {
      if (!isOver(Date.now())) return;
      stop();
      end.current();
    };
    const timer = setInterval(look, LOOKS_EVERY_MS);
    for (const sign of SIGNS_OF_LIFE) window.addEventListener(sign, note, { passive: true, capture: true });
    const stop = () => {
      clearInterval(timer);
      for (const sign of SIGNS_OF_LIFE) window.removeEventListener(sign, note, { capture: true });
    };
    return stop;
  }, [timeoutSeconds]);
}
