/** A text as a QR code: a `data:` address of an SVG, dark on white, as cameras read it best. */
export async function qrCodeImage(text: string): Promise<string> {
  const { renderSVG } = await import("uqr");
  return `data:image/svg+xml,${encodeURIComponent(renderSVG(text, { border: 3, whiteColor: "#ffffff", blackColor: "#000000" }))}`;
}
