/** English names of symbols that stand alone between words. An empty name drops the symbol. */
const NAMES: Readonly<Record<string, string>> = {
  "&": "and",
  "+": "plus",
  "=": "equals",
  "%": "percent",
  "‰": "per mille",
  "×": "times",
  "÷": "divided by",
  "±": "plus or minus",
  "≈": "approximately",
  "≠": "is not equal to",
  "≤": "is less than or equal to",
  "≥": "is greater than or equal to",
  "<": "less than",
  ">": "greater than",
  "©": "copyright",
  "°": "degrees",
  "§": "section",
  "→": "to",
  "⇒": "implies",
  "∞": "infinity",
  "√": "square root of",
  "∑": "sum of",
  "∫": "integral of",
  "²": "squared",
  "³": "cubed",
  "@": "at",
  $: "dollars",
  "€": "euros",
  "£": "pounds",
  "¥": "yen",
  "₹": "rupees",
  "¢": "cents",
  "₿": "bitcoin",
};

/** Signs that only mean something between two operands ("2 + 2", "a = b") and are decoration elsewhere. */
const OPERATORS = new Set(["+", "=", "<", ">", "×", "÷", "→", "⇒"]);
const OPERAND = /[\p{L}\p{N})$€£¥]/u;

/**
 * The words of a symbol in an English text, or undefined to leave it out.
 *
 * @param before the character in front of it that is no space, or empty
 * @param after the character behind it that is no space, or empty
 */
export function symbolWords(symbol: string, before: string, after: string): string[] | undefined {
  const isNumber = (character: string): boolean => character >= "0" && character <= "9";
  if (symbol === "~" && isNumber(after)) return ["about"];
  if (symbol === "#" && isNumber(after)) return ["number"];
  if (symbol === "*" && isNumber(before) && isNumber(after)) return ["times"];
  if (symbol === "^" && OPERAND.test(before) && OPERAND.test(after)) return ["to", "the", "power", "of"];
  if (symbol === "/" && isNumber(before) && isNumber(after)) return ["over"];
  if (symbol === "-" && isNumber(before) && isNumber(after)) return ["minus"];
  const name = NAMES[symbol];
  if (name === undefined) return undefined;
  if (OPERATORS.has(symbol) && !(OPERAND.test(before) && /[\p{L}\p{N}($€£¥.-]/u.test(after))) {
    return symbol === "+" && (isNumber(after) || isNumber(before))
      ? ["plus"]
      : /[<>]/.test(symbol) && isNumber(after)
        ? name.split(" ")
        : undefined;
  }
  return name.split(" ");
}

const GREEK: Readonly<Record<string, string>> = {
  α: "alpha",
  β: "beta",
  γ: "gamma",
  δ: "delta",
  ε: "epsilon",
  ζ: "zeta",
  η: "eta",
  θ: "theta",
  ι: "iota",
  κ: "kappa",
  λ: "lambda",
  μ: "mu",
  ν: "nu",
  ξ: "xi",
  ο: "omicron",
  π: "pi",
  ρ: "rho",
  σ: "sigma",
  ς: "sigma",
  τ: "tau",
  υ: "upsilon",
  φ: "phi",
  χ: "chi",
  ψ: "psi",
  ω: "omega",
};

/** The English name of a single Greek letter, as in formulas. */
export function greekLetterName(letter: string): string | undefined {
  return letter.length === 1 ? GREEK[letter.toLowerCase()] : undefined;
}
