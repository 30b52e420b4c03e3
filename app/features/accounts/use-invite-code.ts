import { useEffect, useState } from "react";
import { takeInviteCode } from "./link-memory";

/** The code of an invitation: of this page's address, or of a link that was followed before. */
export function useInviteCode(inAddress: string): string {
  const [code, setCode] = useState(inAddress);
  useEffect(() => {
    const kept = takeInviteCode();
    if (kept) setCode((current) => current || kept);
  }, []);
  return code;
}
