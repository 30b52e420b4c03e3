import { useMemo } from "react";
import { encode } from "uqr";

/** Free room around the code that cameras need, in modules. */
const BORDER_MODULES = 4;

/** The link for a camera. Dark on light in both themes, since some cameras read nothing else. */
export default function QrCode({ address }: { address: string }) {
  const { size, outline } = useMemo(() => {
    const { data, size } = encode(address, { ecc: "M", border: BORDER_MODULES });
    const outline = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
    return { size, outline };
  }, [address]);
  return (
    <svg
      role="img"
      aria-label={`QR code of ${address}`}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-44 rounded-card border border-hairline"
    >
      <rect width={size} height={size} fill="white" />
      <path d={outline} fill="black" />
    </svg>
  );
}
