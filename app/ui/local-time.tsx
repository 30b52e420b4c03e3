import { useEffect, useState } from "react";

/** A time of day, like 14:05, in the reader's own time zone, which the server does not know: it leaves it to the browser. */
export function LocalTime({ timeMs, withDay = false }: { timeMs: number; withDay?: boolean }) {
  const [text, setText] = useState("");
  useEffect(() => {
    const format: Intl.DateTimeFormatOptions = { hour: "2-digit", minute: "2-digit", hour12: false };
    const day: Intl.DateTimeFormatOptions = { day: "numeric", month: "long", year: "numeric" };
    setText(new Date(timeMs).toLocaleString("en-GB", withDay ? { ...day, ...format } : format));
  }, [timeMs, withDay]);
  return (
    <time dateTime={new Date(timeMs).toISOString()} className="tabular">
      {text || "…"}
    </time>
  );
}
