import { cardinalWords, decimalWords } from "./numbers";
import { matchAt, type ReadingContext } from "./reading";

/** `sign=one,many`; `many` is one + "s" where it is not given. Signs are told apart by case. */
const TABLE =
  "km=kilometer|m=meter|cm=centimeter|mm=millimeter|μm=micrometer|nm=nanometer|mi=mile|yd=yard|ft=foot,feet|kg=kilogram|g=gram|mg=milligram|μg=microgram|t=ton|lb=pound|lbs=pound|oz=ounce|l=liter|L=liter|ml=milliliter|mL=milliliter|cl=centiliter|dl=deciliter|gal=gallon|tsp=teaspoon|tbsp=tablespoon|s=second|sec=second|secs=second|ms=millisecond|μs=microsecond|ns=nanosecond|min=minute|mins=minute|h=hour|hr=hour|hrs=hour|d=day|yr=year|yrs=year|Hz=hertz,hertz|kHz=kilohertz,kilohertz|MHz=megahertz,megahertz|GHz=gigahertz,gigahertz|V=volt|kV=kilovolt|mV=millivolt|A=amp|mA=milliamp|mAh=milliamp hour|W=watt|kW=kilowatt|MW=megawatt|GW=gigawatt|kWh=kilowatt hour|MWh=megawatt hour|J=joule|kJ=kilojoule|cal=calorie|kcal=kilocalorie|N=newton|Pa=pascal|hPa=hectopascal|kPa=kilopascal|bar=bar|psi=P S I,P S I|Ω=ohm|kΩ=kilohm|MΩ=megohm|dB=decibel|lx=lux,lux|lm=lumen|rpm=R P M,R P M|fps=frame per second,frames per second|mph=mile per hour,miles per hour|kph=kilometer per hour,kilometers per hour|mpg=mile per gallon,miles per gallon|kmh=kilometer per hour,kilometers per hour|bps=bit per second,bits per second|kbps=kilobit per second,kilobits per second|Mbps=megabit per second,megabits per second|Gbps=gigabit per second,gigabits per second|kB=kilobyte|KB=kilobyte|MB=megabyte|GB=gigabyte|TB=terabyte|PB=petabyte|KiB=kibibyte|MiB=mebibyte|GiB=gibibyte|Mb=megabit|Gb=gigabit|px=pixel|pt=point|dpi=dot per inch,dots per inch|ppm=part per million,parts per million|ha=hectare|ac=acre|sqm=square meter|sqft=square foot,square feet|cc=C C,C C|°=degree|°C=degree Celsius,degrees Celsius|°F=degree Fahrenheit,degrees Fahrenheit|%=percent,percent|‰=per mille,per mille|in=inch,inches|x=times,times|×=times,times";

const UNITS = new Map<string, readonly [string[], string[]]>();
for (const row of TABLE.split("|")) {
  const [sign = "", names = ""] = row.split("=");
  const [one = "", many = `${one}s`] = names.split(",");
  UNITS.set(sign, [one.split(" "), many.split(" ")]);
}

/** Signs that are words or letters of their own when a space stands between them and the number. */
const ONLY_ATTACHED = new Set(["in", "d", "A", "N", "J", "t", "x", "pt", "ac", "cal", "bar", "yr"]);

const UNIT = /(\s?)(°\s?[CF](?![\p{L}\d])|%|‰|°|×(?=\s?\D|$)|[\p{L}μΩ]{1,5})([²³]|\^?[23](?![\d.]))?(?![\p{L}\d])/uy;
const PER =
  /\s?(?:\/|\bper\b\s)\s?(km|mi|m|cm|s|sec|min|h|hr|hour|day|d|week|wk|month|mo|year|yr|l|L|ml|kg|g|lb|sq ?ft|GB|MB|person|night|share|unit|user|seat|head|piece|item|page|word|mile|minute|second)([²³]|\^?[23](?![\d.]))?(?![\p{L}\d])/uy;
const PER_NAMES: Readonly<Record<string, string>> = { wk: "week", mo: "month", yr: "year", hr: "hour", sec: "second" };

function withPower(words: readonly string[], power: string | undefined): string[] {
  if (power === undefined) return [...words];
  return [power.endsWith("2") || power === "²" ? "square" : "cubic", ...words];
}

/** Reads `/h`, `/month` and the like after a unit or an amount. */
export function readPer(context: ReadingContext, at: number): { end: number; words: string[] } | undefined {
  const match = matchAt(PER, context, at);
  if (match === undefined) return undefined;
  const sign = match[1]!;
  const name = PER_NAMES[sign] ?? UNITS.get(sign)?.[0].join(" ") ?? sign;
  return { end: at + match[0].length, words: ["per", ...withPower(name.split(" "), match[2])] };
}

/**
 * Reads the unit after a number: "km" → kilometers, "°C" → degrees Celsius, "m²" → square meters, "km/h" → kilometers per hour.
 *
 * @param one whether the number is exactly one
 */
export function readUnit(
  context: ReadingContext,
  at: number,
  one: boolean,
): { end: number; words: string[] } | undefined {
  const match = matchAt(UNIT, context, at);
  if (match === undefined) return undefined;
  const [whole, space, rawSign = "", power] = match;
  const sign = rawSign.replace(/\s/g, "");
  const names = UNITS.get(sign);
  // "2x faster" is a factor, "2x + 1" a formula.
  if (sign === "x" && !/^\s\p{L}/u.test(context.text.slice(at + whole.length, at + whole.length + 2))) return undefined;
  if (names === undefined || (space !== "" && ONLY_ATTACHED.has(sign))) return undefined;
  const per = readPer(context, at + whole.length);
  return {
    end: per?.end ?? at + whole.length,
    words: [...withPower(names[one ? 0 : 1], power), ...(per?.words ?? [])],
  };
}

const FEET = /(\d{1,3})'(?:\s?(\d{1,2}(?:\.\d)?)(?:"|''))?(?![\p{L}\d])/uy;
const INCHES =
  /(\d{1,3}(?:\.\d{1,3})?)"(?=\s?(?:x|by|wide|tall|high|long|thick|deep|diameter|screen|display|monitor|tv)\b)/iy;
const DIMENSIONS = /(\d{1,6}(?:\.\d{1,3})?)(?:[x×]|\sx\s)(?=\d)/y;

/** Feet and inches (5'10"), and the first part of dimensions (1920×1080 → nineteen … "by"). */
export function readLength(context: ReadingContext, at: number): { end: number; words: string[] } | undefined {
  const feet = matchAt(FEET, context, at);
  if (
    feet !== undefined &&
    (feet[2] !== undefined ||
      /^\s(?:tall|high|long|wide|deep)\b/.test(context.text.slice(at + feet[0].length, at + feet[0].length + 6)))
  ) {
    const inches = feet[2] === undefined ? [] : decimalWords(...splitDecimal(feet[2]));
    return { end: at + feet[0].length, words: [...cardinalWords(feet[1]!), "foot", ...inches] };
  }
  const inches = matchAt(INCHES, context, at);
  if (inches !== undefined)
    return { end: at + inches[0].length, words: [...decimalWords(...splitDecimal(inches[1]!)), "inch"] };
  const dimensions = matchAt(DIMENSIONS, context, at);
  if (dimensions === undefined) return undefined;
  return { end: at + dimensions[0].length, words: [...decimalWords(...splitDecimal(dimensions[1]!)), "by"] };
}

function splitDecimal(number: string): [string, string | undefined] {
  const [integer = "", fraction] = number.split(".");
  return [integer, fraction];
}
