import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { formatNumber } from "~/lib/format-number";
import { shortDay, type UsageData } from "./usage-data";
import { OTHERS_SHADE, SHADED_VOICES, shadeOf } from "./voice-shades";

const OTHERS = "others";

/** Credits by day, stacked by voice. Loaded when the screen is opened; the table beside it says the same. */
export default function UsageChart({ data }: { data: UsageData }) {
  // One voice that is left over is no group: it keeps its name.
  const named = data.voices.slice(0, data.voices.length === SHADED_VOICES + 1 ? SHADED_VOICES + 1 : SHADED_VOICES);
  const rows = data.days.map(({ day, credits, byVoice }) => {
    // What was not used is left out: the tooltip would list it.
    const shown = Object.fromEntries(named.map(({ voiceId }) => [voiceId, byVoice[voiceId] || undefined]));
    const rest = credits - Object.values(shown).reduce<number>((sum, value) => sum + (value ?? 0), 0);
    return { day: shortDay(day), ...shown, [OTHERS]: rest || undefined };
  });
  const bars = [
    ...named.map(({ voiceId, name }, i) => ({ key: voiceId, name, fill: shadeOf(i) })),
    ...(data.voices.length > named.length ? [{ key: OTHERS, name: "Other voices", fill: OTHERS_SHADE }] : []),
  ];
  return (
    <div aria-hidden="true" className="h-64 w-full text-meta">
      <ResponsiveContainer width="100%" height="100%">
        {/* Half a line of room above, or the top tick's label is pushed below its grid line. */}
        <BarChart data={rows} margin={{ top: 12, right: 0, bottom: 0, left: 0 }} accessibilityLayer={false}>
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
            // As the table is, most used first; by name otherwise.
            itemSorter={({ dataKey }) => bars.findIndex(({ key }) => key === dataKey)}
            formatter={(credits) => formatNumber(Number(credits))}
            cursor={{ fill: "var(--accent-wash)", stroke: "none" }}
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
