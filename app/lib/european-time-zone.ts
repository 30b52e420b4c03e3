/** Parts of Europe whose time zones bear another continent's name. */
const ELSEWHERE_BY_NAME: ReadonlySet<string> = new Set([
  "Africa/Ceuta",
  "America/Cayenne",
  "America/Guadeloupe",
  "America/Marigot",
  "America/Martinique",
  "Arctic/Longyearbyen",
  "Asia/Famagusta",
  "Asia/Nicosia",
  "Atlantic/Azores",
  "Atlantic/Canary",
  "Atlantic/Faroe",
  "Atlantic/Madeira",
  "Atlantic/Reykjavik",
  "Indian/Mayotte",
  "Indian/Reunion",
]);

/** Older names of European zones that systems still report. */
const OLDER_NAMES = /^(?:CET|EET|MET|WET|Eire|GB|GB-Eire|Iceland|Poland|Portugal|Turkey)$/;

/** Whether a time zone (IANA name) is one of Europe. */
export function isEuropean(timeZone: string): boolean {
  return timeZone.startsWith("Europe/") || ELSEWHERE_BY_NAME.has(timeZone) || OLDER_NAMES.test(timeZone);
}
