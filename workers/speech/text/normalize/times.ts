import { cardinalWords } from "./numbers";
import { matchAt, type Reader } from "./reading";

const CLOCK = /(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d{1,3})?)?(?!\d|:\d|\.\d)(?:\s?([ap])\.?\s?m(?:\.|(?![\p{L}\d])))?/iuy;
const HOUR = /(\d{1,2})\s?([ap])\.?m(?:\.|(?![\p{L}\d]))/iuy;
const ISO_TIME = /T(\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?(?![\p{L}\d])/uy;
const RATIO = /(\d{1,4}):(\d{1,4})(?![\d:])/y;

function halfOfDay(letter: string | undefined): string[] {
  return letter === undefined ? [] : [letter.toLowerCase() === "a" ? "ay" : "P", "M"];
}

/** Hours and minutes as people say them: 15:30 → fifteen thirty, 9:05 → nine oh five, 10:00 → ten o'clock. */
function clockWords(hour: number, minute: number, second: number | undefined, half: string | undefined): string[] {
  const words = cardinalWords(String(hour));
  if (minute > 0) words.push(...(minute < 10 ? ["oh"] : []), ...cardinalWords(String(minute)));
  else if (second === undefined && half === undefined) {
    if (hour === 0 || hour > 12) words.push("hundred");
    else words.push("o'clock");
  }
  if (second !== undefined && second > 0) {
    if (minute === 0) words.push("hundred");
    words.push("and", ...cardinalWords(String(second)), second === 1 ? "second" : "seconds");
  }
  return [...words, ...halfOfDay(half)];
}

/** Keeps a full stop that ends the sentence out of "p.m.". */
function withoutLastStop(context: { text: string; end: number }, end: number): number {
  return end >= context.end && context.text[end - 1] === "." ? end - 1 : end;
}

/** The time behind a date in ISO 8601: T15:30:00Z → fifteen thirty U T C. */
export const readIsoTime: Reader = (context, at) => {
  const match = matchAt(ISO_TIME, context, at);
  if (match === undefined) return undefined;
  const [whole, hour, minute, second, zone] = match;
  if (Number(hour) > 24 || Number(minute) > 59) return undefined;
  const words = clockWords(Number(hour), Number(minute), second === undefined ? undefined : Number(second), undefined);
  return { end: at + whole.length, words: zone === "Z" ? [...words, "U", "T", "C"] : words };
};

/** Times of day: 3:45pm, 3:45 p.m., 15:30, 3pm; and ratios: 16:9. */
export const readTime: Reader = (context, at) => {
  const clock = matchAt(CLOCK, context, at);
  if (clock !== undefined) {
    const hour = Number(clock[1]);
    const minute = Number(clock[2]);
    const second = clock[3] === undefined ? undefined : Number(clock[3]);
    const half = clock[4];
    if (hour <= 24 && minute < 60 && (second ?? 0) < 60 && (half === undefined || hour <= 12)) {
      return {
        end: withoutLastStop(context, at + clock[0].length),
        words: clockWords(hour, minute, second, half),
      };
    }
  }
  const onHour = matchAt(HOUR, context, at);
  if (onHour !== undefined && Number(onHour[1]) <= 12 && Number(onHour[1]) > 0) {
    const words = [...cardinalWords(String(Number(onHour[1]))), ...halfOfDay(onHour[2])];
    return { end: withoutLastStop(context, at + onHour[0].length), words };
  }
  const ratio = matchAt(RATIO, context, at);
  if (ratio === undefined) return undefined;
  return { end: at + ratio[0].length, words: [...cardinalWords(ratio[1]!), "to", ...cardinalWords(ratio[2]!)] };
};
