import { storedAdParameters } from "./visit-source";

/**
 * Notes that somebody who came by an advertisement has come or signed up; does nothing for everybody else. Never fails: that
 * it did not work is only logged. Source: spec 000, section 7 ("Google-ads visit") and section 8.
 */
export async function sendAdVisit(eventType: "visit" | "sign_up", email?: string): Promise<void> {
  const parameters = storedAdParameters();
  if (!parameters) return;
  try {
    const response = await fetch("/v1/google-ads-visit", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ ...(email ? { email } : {}), event_type: eventType, ...parameters }),
      keepalive: true,
    });
    if (!response.ok) console.warn(`The visit could not be noted (${response.status}).`);
  } catch (error) {
    console.warn("The visit could not be noted.", error);
  }
}
