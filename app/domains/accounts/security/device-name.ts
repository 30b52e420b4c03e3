/** What a browser calls itself, in words: for lists of sessions and notices. Coarse, and never trusted. */

const BROWSERS: [RegExp, string][] = [
  [/\bEdgA?\/|\bEdgiOS\//, "Edge"],
  [/\bOPR\/|\bOpera\b/, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bVivaldi\//, "Vivaldi"],
  [/\bFirefox\/|\bFxiOS\//, "Firefox"],
  [/\bChrom(?:e|ium)\/|\bCriOS\/|\bHeadlessChrome\//, "Chrome"],
  [/\bVersion\/[\d.]+.*\bSafari\//, "Safari"],
];

const SYSTEMS: [RegExp, string][] = [
  [/\biPhone\b|\biPod\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bMac OS X\b|\bMacintosh\b/, "macOS"],
  [/\bLinux\b|\bX11\b/, "Linux"],
];

const nameIn = (userAgent: string, names: [RegExp, string][]) => names.find(([sign]) => sign.test(userAgent))?.[1];

/** Like `Chrome on Windows`; `Unknown device` where nothing is known. */
export function deviceName(userAgent: string): string {
  const browser = nameIn(userAgent, BROWSERS);
  const system = nameIn(userAgent, SYSTEMS);
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? "Unknown device";
}

/** `US-IL` as `United States (IL)`; empty where nothing is known. */
export function placeName(place: string): string {
  const country = place.slice(0, 2);
  if (!/^[A-Z]{2}$/.test(country)) return "";
  const name = new Intl.DisplayNames("en", { type: "region", fallback: "none" }).of(country) ?? country;
  return place.length > 2 ? `${name} (${place.slice(3)})` : name;
}
