/** Five bars, the second tallest in the accent: a voice, drawn. Heights in 24 units. */
const BARS = [
  { x: 2, height: 8, accent: false },
  { x: 6.5, height: 20, accent: false },
  { x: 11, height: 12, accent: false },
  { x: 15.5, height: 16, accent: true },
  { x: 20, height: 6, accent: false },
];

export function LogoMark({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      {BARS.map((bar) => (
        <rect
          key={bar.x}
          x={bar.x}
          y={12 - bar.height / 2}
          width="2.5"
          height={bar.height}
          rx="1.25"
          fill={bar.accent ? "var(--accent)" : "currentColor"}
        />
      ))}
    </svg>
  );
}

/** The mark with the product's name. */
export function Logo() {
  return (
    <span className="inline-flex items-center gap-2 text-[17px] leading-6 font-semibold tracking-[-0.02em]">
      <LogoMark />
      Parlando
    </span>
  );
}
