/** Whether somebody may choose a password: the specification's rule first, then whether it would be guessed. */
import { MESSAGES } from "../messages";
import { passwordProblem } from "../rules";
import { createWordList } from "./common-words";
import { coresOf } from "./fold";

/** What a guesser knows of a person. */
export interface KnownOfPerson {
  email: string;
  firstName?: string | undefined;
}

/** More than this beside a common word, and the password is as good as what was added. */
const MAX_DECORATION = 6;
const OWN_WORDS = ["parlando"];
const ROWS = [
  "abcdefghijklmnopqrstuvwxyz",
  "qwertyuiop",
  "asdfghjkl",
  "zxcvbnm",
  "qwertzuiop",
  "azertyuiop",
  "1234567890",
];
const COLUMNS = [
  "1qaz2wsx3edc4rfv5tgb6yhn7ujm",
  "qazwsxedcrfvtgbyhnujm",
  "1q2w3e4r5t6y7u8i9o0p",
  "q1w2e3r4t5y6u7i8o9p0",
];

/**
 * Why a password is refused, or null. Refused besides what the specification's rule names: words of breached collections
 * with the usual decorations ("Password1!", "W3lcome2024!"), rows of keys and repeats, and the person's own names.
 */
export async function passwordRefusal(password: string, known: KnownOfPerson): Promise<string | null> {
  const problem = passwordProblem(password);
  if (problem) return problem;
  const cores = coresOf(password).filter((core) => isMostOf(core, password));
  if (cores.some((core) => isPattern(core))) return MESSAGES.passwordCommon;
  if (namesOf(known).some((name) => cores.some((core) => isMostlyName(core, name)))) return MESSAGES.passwordIsName;
  const isCommon = await createWordList();
  return cores.some((core) => isCommon(core) || isCommon(unitOf(core))) ? MESSAGES.passwordCommon : null;
}

/** Whether what was added to the core is a few signs, or digits and signs that anybody would add. */
function isMostOf(core: string, password: string): boolean {
  const added = password.trim().length - core.length;
  if (added <= MAX_DECORATION) return true;
  const digits = password.replace(/\D/g, "");
  const signs = added - digits.length;
  return signs <= 3 && (isPattern(digits) || /^(19|20)\d{6}$|^\d{4}(19|20)\d{2}$/.test(digits));
}

/** A row of keys either way, one sign or a few over and over. */
function isPattern(text: string): boolean {
  if (text.length < 4) return false;
  const backwards = Array.from(text).reverse().join("");
  if ([...ROWS, ...COLUMNS].some((row) => `${row}${row}`.includes(text) || `${row}${row}`.includes(backwards)))
    return true;
  return unitOf(text).length <= Math.min(3, text.length / 2);
}

/** The shortest text of which this one is a whole number of repeats; itself where it is none. */
function unitOf(text: string): string {
  const again = `${text}${text}`.indexOf(text, 1);
  return text.slice(0, again < 0 ? text.length : again);
}

/** The parts of an address and a name that somebody would try first, and the product's own. */
function namesOf({ email, firstName }: KnownOfPerson): string[] {
  const [local = "", domain = ""] = email.toLowerCase().split("@");
  const labels = domain.split(".").slice(0, -1);
  const parts = [local, local.replace(/[^\p{L}\d]/gu, ""), ...local.split(/[^\p{L}]+/u), ...labels];
  const own = [...parts, (firstName ?? "").toLowerCase().replace(/[^\p{L}]/gu, ""), ...OWN_WORDS];
  return own.filter((name) => name.length >= 3);
}

/** A short name has to be all of it; a longer one may have a few letters beside it. */
function isMostlyName(core: string, name: string): boolean {
  if (core === name || unitOf(core) === name) return true;
  return name.length >= 4 && core.includes(name) && core.length - name.length <= 3;
}
