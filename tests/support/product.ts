/** The product as tests use it from outside; how it is started is in `workers/tooling/product.mjs`. */
import { type ProductInfo, QUICK_PASSWORDS, startProduct as startWithDemo } from "../../workers/tooling/product.mjs";

export { freePort } from "../../workers/tooling/product.mjs";

/** Where nothing depends on how many speak: an eighth less time for a start on two cores. */
export const ONE_SPEAKS = { PARLANDO_SPEECH_PROCESSES: "1" };

export interface Product extends ProductInfo {
  stop(): Promise<void>;
}

/** Starts a fresh installation of one that speaks. `environment` adds variables, e.g. `SPEECH_URL`; `state` reuses a folder. */
export async function startProduct(environment: Record<string, string> = {}, state?: string): Promise<Product> {
  const { starter, info } = await startWithDemo({
    environment: { ...QUICK_PASSWORDS, ...ONE_SPEAKS, ...environment },
    state,
  });
  return { ...info, stop: async () => void (await starter.stop()) };
}

/**
 * The product of this test run. Browsers that run side by side have one each, so that none sees what another does; tests
 * over HTTP share the first.
 */
export function sharedProduct(): Omit<Product, "stop"> {
  const products = process.env.PARLANDO_TEST_PRODUCTS;
  if (!products)
    throw new Error("PARLANDO_TEST_PRODUCTS is not set; run through `npm test` or the API project's global set-up");
  const index = Number(process.env.TEST_PARALLEL_INDEX ?? 0);
  const product = (JSON.parse(products) as Omit<Product, "stop">[])[index];
  if (!product) throw new Error(`there is no product for the browser with the number ${index}`);
  return product;
}
