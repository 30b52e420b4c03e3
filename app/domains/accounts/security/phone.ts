/** Telephone numbers, as far as text messages need them. */

/** A number in E.164, like `+15550100`, or null. Spaces, hyphens, dots and brackets are gaps; `00` means `+`. */
export function normalizePhone(input: string): string | null {
  const digits = input
    .trim()
    .replace(/[\s().\-/]/g, "")
    .replace(/^00/, "+");
  return /^\+[1-9]\d{6,14}$/.test(digits) ? digits : null;
}

/** What is shown of a number: `+•••••42`. */
export function phonePreview(phone: string): string {
  return `+${"•".repeat(Math.max(0, phone.length - 3))}${phone.slice(-2)}`;
}
