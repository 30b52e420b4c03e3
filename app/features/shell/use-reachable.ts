import { useEffect, useState } from "react";

/** How often the server is looked for while the browser says that there is no network. */
const LOOK_AGAIN_MS = 3000;

/**
 * Whether the server can be reached. Browsers only say whether the machine has a network, which a server on the same
 * machine does not need: so where they say no, it is asked.
 */
export function useReachable(): boolean {
  const [reachable, setReachable] = useState(true);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    /** An answer to an older look says nothing any more. */
    let newest = 0;
    const look = async () => {
      clearTimeout(timer);
      const mine = ++newest;
      const hasNetwork = navigator.onLine;
      const answers = hasNetwork || (await isServerThere());
      if (mine !== newest) return;
      setReachable(answers);
      if (!hasNetwork) timer = setTimeout(look, LOOK_AGAIN_MS);
    };
    void look();
    window.addEventListener("online", look);
    window.addEventListener("offline", look);
    return () => {
      newest = -1;
      clearTimeout(timer);
      window.removeEventListener("online", look);
      window.removeEventListener("offline", look);
    };
  }, []);
  return reachable;
}

/** Whether the server answers now. */
export async function isServerThere(): Promise<boolean> {
  try {
    return (await fetch("/healthz", { cache: "no-store" })).ok;
  } catch {
    return false;
  }
}
