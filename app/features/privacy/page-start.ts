import { sendAdVisit } from "~/lib/ad-visit";
import { announceReadyForPixels } from "~/lib/ready-for-pixels";
import { keepVisitSource } from "~/lib/visit-source";
import { offerConsent } from "./consent-banner";

/** What each page does once it is ready: keeps how its visitor came, tells that it is ready, and asks who is to be asked. */
export function startPage(): void {
  keepVisitSource(location.search, () => void sendAdVisit("visit"));
  offerConsent();
  void announceReadyForPixels();
}
