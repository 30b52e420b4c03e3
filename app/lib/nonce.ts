import { createContext, useContext } from "react";

/**
 * The nonce of this response's scripts. Undefined in the browser, where it is no longer needed, and on pages that are not
 * hydrated: their inline scripts are known by hash, so that one rendering fits any number of responses.
 */
export const NonceContext = createContext<string | undefined>(undefined);
export const useNonce = () => useContext(NonceContext);
