import { type AssetLoader, EngineError } from "./engine";

export interface AssetEnvironment {
  /** The worker's static assets. */
  ASSETS?: { fetch(request: string): Promise<Response> };
  /** Where the same files are served over HTTP in development, where no assets are bound. */
  DATA_URL?: string;
}

/** Loads prepared data from the bound assets, or from `DATA_URL` where that is set. */
export function createAssetLoader(environment: AssetEnvironment): AssetLoader {
  return async (name) => {
    const path = `/__speech/${name}`;
    const { ASSETS, DATA_URL } = environment;
    if (!DATA_URL && !ASSETS) throw new EngineError("speech data is neither bound as ASSETS nor named by DATA_URL");
    const response = DATA_URL
      ? await fetch(new URL(path, DATA_URL))
      : await ASSETS!.fetch(`https://assets.invalid${path}`);
    if (!response.ok) throw new EngineError(`speech data ${name} could not be loaded (status ${response.status})`);
    return new Uint8Array(await response.arrayBuffer());
  };
}
