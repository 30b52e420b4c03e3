import { startProduct } from "./product";

const AS_MANY_AS_CORES = { PARLANDO_SPEECH_PROCESSES: "" };

/**
 * Global set-up of tests over HTTP and in browsers: starts the product, for Playwright one for each of its `workers`, unless
 * the runner already did.
 */
export default async function setup({ workers = 1 }: { workers?: number }): Promise<(() => Promise<void>) | undefined> {
  if (process.env.PARLANDO_TEST_PRODUCTS) return undefined;
  const products = await Promise.all(Array.from({ length: workers }, () => startProduct(AS_MANY_AS_CORES)));
  process.env.PARLANDO_TEST_PRODUCTS = JSON.stringify(products.map(({ stop: _, ...plain }) => plain));
  return async () => void (await Promise.all(products.map((product) => product.stop())));
}
