import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { formatNumber } from "~/lib/format-number";
import { shortDay, type UsageData } from "./usage-data";

/** Voices with a shade of their own; the others share the last. Ink to paper, since colour is kept for what acts. */
const SHADES = [
  "var(--ink)",
  "color-mix(in oklab, var(--ink) 62%, var(--surface))",
  "color-mix(in oklab, var(--ink) 38%, var(--surface))",
];
const OTHERS_SHADE = "color-mix(in oklab, var(--ink) 18%, var(--surface))";
const OTHERS = "others";

/** Credits by day, stacked by voice. Loaded when the screen is opened; the table beside it says the same. */
export default function UsageChart({ data }: { data: UsageData }) {
  const named = data.voices.slice(0, SHADES.length);
  const rows = data.days.map(({ day, credits, byVoice }) => {
    const shown = Object.fromEntries(named.map(({ voiceId }) => [voiceId, byVoice[voiceId] ?? 0]));
    const rest = credits - Object.values(shown).reduce((sum, value) => sum + value, 0);
    return { day: shortDay(day), ...shown, [OTHERS]: rest };
  });
  const bars = [
    ...named.map(({ voiceId, name }, i) => ({ key: voiceId, name, fill: SHADES[i] })),
    ...(data.voices.length > named.length ? [{ key: OTHERS, name: "Other voices", fill: OTHERS_SHADE }] : []),
  ];
  return (
    <div aria-hidden="true" className="h-64 w-full text-meta">
      <ResponsiveContainer width="100%" height="100%">
        <BarChart data={rows} margin={{ top: 8, right: 0, bottom: 0, left: 0 }} accessibilityLayer={false}>
          <CartesianGrid vertical={false} stroke="var(--hairline)" />
          <XAxis
            dataKey="day"
            tickLine={false}
            axisLine={{ stroke: "var(--hairline)" }}
            tick={{ fill: "var(--ink-muted)" }}
            minTickGap={24}
            interval="equidistantPreserveStart"
          />
          <YAxis
            tickLine={false}
            axisLine={false}
            width="auto"
            tick={{ fill: "var(--ink-muted)" }}
            allowDecimals={false}
            tickFormatter={formatNumber}
          />
          <Tooltip
            separator=": "
            formatter={(credits) => formatNumber(Number(credits))}
            cursor={{ fill: "var(--accent-wash)" }}
            contentStyle={{
              background: "var(--surface)",
              border: "1px solid var(--hairline)",
              borderRadius: 6,
              color: "var(--ink)",
            }}
            itemStyle={{ color: "var(--ink)" }}
          />
          {bars.map(({ key, name, fill }) => (
            <Bar
              key={key}
              dataKey={key}
              name={name}
              stackId="credits"
              fill={fill}
              isAnimationActive={false}
              maxBarSize={28}
            />
          ))}
        </BarChart>
      </ResponsiveContainer>
    </div>
  );
}
