const day = new Intl.DateTimeFormat("en", { day: "numeric", month: "long", timeZone: "UTC" });

/** "December 1", in UTC, so that server and browser print the same. */
export const formatDay = (timeMs: number): string => day.format(timeMs);
