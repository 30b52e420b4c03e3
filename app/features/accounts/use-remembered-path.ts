import { useEffect, useState } from "react";
import { withRemembered } from "./link-memory";

/** A path with what this browser has kept added; without it until the page is at work, as the server knows nothing of it. */
export function useRememberedPath(path: string): string {
  const [remembered, setRemembered] = useState(path);
  useEffect(() => setRemembered(withRemembered(path)), [path]);
  return remembered;
}
