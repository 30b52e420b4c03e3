/** The product as tests use it from outside; how it is started is in `workers/tooling/product.mjs`. */
import { type ProductInfo, startProduct as startWithDemo } from "../../workers/tooling/product.mjs";

export { freePort } from "../../workers/tooling/product.mjs";

export interface Product extends ProductInfo {
  stop(): Promise<void>;
}

/** Starts a fresh installation. `environment` adds variables, e.g. `SPEECH_URL`; `state` reuses a folder. */
export async function startProduct(environment: Record<string, string> = {}, state?: string): Promise<Product> {
  const { starter, info } = await startWithDemo({ environment, state });
  return { ...info, stop: async () => void (await starter.stop()) };
}

/** The product of this test run: one that is shared when the runner started it, otherwise one of our own. */
export function sharedProduct(): Omit<Product, "stop"> {
  const shared = process.env.PARLANDO_TEST_PRODUCT;
  if (!shared)
    throw new Error("PARLANDO_TEST_PRODUCT is not set; run through `npm test` or the API project's global set-up");
  return JSON.parse(shared) as Omit<Product, "stop">;
}
