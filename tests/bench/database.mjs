import { median, report } from "./statistics.mjs";

/** An indexed drizzle select through the embedded database ÷ `SELECT 1`. */
export async function run(product) {
  const response = await fetch(`${product.url}/dev/measure/database`);
  const { selectMs, oneMs } = await response.json();
  report("database SELECT 1, ms (median of rounds)", median(oneMs));
  report("database indexed select, ms (median of rounds)", median(selectMs));
  report("database select ÷ SELECT 1", median(selectMs) / median(oneMs), { max: 4 });
}
