/** The encoders' modules as bytes. */
export function extractVideoModules(
  root?: string,
): Promise<{ h264: Uint8Array<ArrayBuffer>; aac: Uint8Array<ArrayBuffer> }>;
