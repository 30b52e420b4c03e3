/** Everything the product keeps in the browser has this prefix. Source: spec 001, section 9. */
export const LOCAL_PREFIX = "xi:";

/** Reads a kept value; null when there is none, or it is broken, or the browser keeps nothing. */
export function readLocal(key: string): unknown {
  try {
    const text = localStorage.getItem(LOCAL_PREFIX + key);
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

/** Keeps a value and answers whether it could; a browser that keeps nothing is no error. */
export function writeLocal(key: string, value: unknown): boolean {
  try {
    localStorage.setItem(LOCAL_PREFIX + key, JSON.stringify(value));
    return true;
  } catch {
    // Full or forbidden: the value lives as long as the page.
    return false;
  }
}

export function removeLocal(key: string): void {
  try {
    localStorage.removeItem(LOCAL_PREFIX + key);
  } catch {
    // Nothing was kept.
  }
}

/** Removes all locally stored product keys, as signing out does. Source: spec 001, section 4. */
export function clearLocalData(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(LOCAL_PREFIX)) localStorage.removeItem(key);
  } catch {
    // Nothing was kept.
  }
}
