/** The sites of one deployment, told apart by hostname. */
export type Site = "main" | "reader" | "agents";

export interface HostMarkers {
  reader: string;
  agents: string;
}

/** Which site a hostname belongs to. Everything without a marker is the main app. Source: spec 001, section 1. */
export function siteOf(hostname: string, markers: HostMarkers): Site {
  if (markers.agents !== "" && hostname.includes(markers.agents)) return "agents";
  if (markers.reader !== "" && hostname.includes(markers.reader)) return "reader";
  return "main";
}
