/** All operations of the API, family by family. */
import type { Endpoint } from "./endpoint";

export const endpoints: readonly Endpoint[] = [];
