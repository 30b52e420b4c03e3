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
    let left = false;
    const look = async () => {
      clearTimeout(timer);
      const hasNetwork = navigator.onLine;
      const answers = hasNetwork || (await isServerThere());
      if (left) return;
      setReachable(answers);
      clearTimeout(timer);
      if (!hasNetwork) timer = setTimeout(look, LOOK_AGAIN_MS);
    };
    void look();
    window.addEventListener("online", look);
    window.addEventListener("offline", look);
    return () => {
      left = true;
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
