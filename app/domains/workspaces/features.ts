/** Features that are switched on for some workspaces only. Pure. */

/** By their names on the wire and in `FEATURES`. */
export const FEATURE_NAMES = ["text_to_speech_video"] as const;
export type FeatureName = (typeof FEATURE_NAMES)[number];

export type Features = Record<FeatureName, boolean>;

/** Every feature: as the workspace switched it, or by the installation's default. Rows of features that are gone do not count. */
export function featuresOf(
  defaults: readonly FeatureName[],
  switched: readonly { name: string; isOn: boolean }[],
): Features {
  const own = new Map(switched.map(({ name, isOn }) => [name, isOn]));
  return Object.fromEntries(FEATURE_NAMES.map((name) => [name, own.get(name) ?? defaults.includes(name)])) as Features;
}
