import { type Product, startProduct } from "./product";

/** Global set-up of tests over HTTP: starts the product unless the runner already did. */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.PARLANDO_TEST_PRODUCT) return undefined;
  const product: Product = await startProduct();
  const { stop, ...plain } = product;
  process.env.PARLANDO_TEST_PRODUCT = JSON.stringify(plain);
  return () => product.stop();
}
