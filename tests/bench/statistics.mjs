/** Order statistics of measured values. */
export const median = (values) => quantile(values, 0.5);

/** @param {number} q 0..1 */
export function quantile(values, q) {
  const sorted = [...values].sort((a, b) => a - b);
  const position = (sorted.length - 1) * q;
  const low = Math.floor(position);
  return sorted[low] + ((sorted[low + 1] ?? sorted[low]) - sorted[low]) * (position - low);
}

/** Prints one figure: its name, value and the budget it is held against. */
export function report(name, value, budget, unit = "") {
  const shown = typeof value === "number" ? value.toFixed(value < 10 ? 2 : 0) : value;
  const verdict =
    budget === undefined ? "" : (budget.max !== undefined ? value <= budget.max : value >= budget.min) ? "ok" : "OVER";
  const bound = budget === undefined ? "" : budget.max !== undefined ? `≤ ${budget.max}` : `≥ ${budget.min}`;
  console.log(`${name.padEnd(64)} ${`${shown}${unit}`.padStart(12)}  ${bound.padEnd(8)} ${verdict}`);
}
