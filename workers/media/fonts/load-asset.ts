import type { LoadAsset } from "./font-store";

export interface MediaEnvironment {
  /** The worker's static assets. */
  ASSETS?: { fetch(request: string): Promise<Response> };
  /** Where the same files are served over HTTP in development, where no assets are bound. */
  MEDIA_DATA_URL?: string;
}

/** Loads prepared files from the bound assets, or from `MEDIA_DATA_URL` where that is set. */
export function createAssetLoader({ ASSETS, MEDIA_DATA_URL }: MediaEnvironment): LoadAsset {
  return async (name) => {
    const path = `/__media/${name}`;
    if (!MEDIA_DATA_URL && !ASSETS) throw new Error("Fonts are neither bound as ASSETS nor named by MEDIA_DATA_URL");
    const response = MEDIA_DATA_URL
      ? await fetch(new URL(path, MEDIA_DATA_URL))
      : await ASSETS!.fetch(`https://assets.invalid${path}`);
    if (!response.ok) throw new Error(`${name} could not be loaded (status ${response.status})`);
    return new Uint8Array(await response.arrayBuffer());
  };
}
