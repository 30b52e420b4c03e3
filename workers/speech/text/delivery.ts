import type { Delivery } from "./units";

/** The voice's own delivery. */
export const NEUTRAL_DELIVERY: Readonly<Delivery> = {
  rate: 1,
  pitchSemitones: 0,
  rangeFactor: 1,
  gainDb: 0,
  whisper: false,
};

type Change = Partial<Delivery>;

/** What the words of a bracketed tag ask for. Word stems, so that "whispers", "whispering" and "in a whisper" all work. */
const CHANGES: readonly (readonly [RegExp, Change])[] = [
  [/^whisper/, { whisper: true, gainDb: -3, rate: 0.95 }],
  [/^(?:slow|drawn|drawl|ponder|hesita|thoughtful)/, { rate: 0.8 }],
  [/^(?:fast|quick|rapid)/, { rate: 1.2 }],
  [/^(?:rush|hurr|breathless|panic)/, { rate: 1.28, rangeFactor: 1.1 }],
  [/^(?:loud|project)/, { gainDb: 4, rangeFactor: 1.1 }],
  [/^(?:shout|yell|scream)/, { gainDb: 5, pitchSemitones: 2, rangeFactor: 1.35, rate: 1.04 }],
  [/^(?:soft|quiet|gentl|hush|tender|intimate)/, { gainDb: -5, rangeFactor: 0.85, rate: 0.95 }],
  [
    /^(?:excit|enthusias|thrill|happ|cheer|joy|delight|playful|eager)/,
    { pitchSemitones: 1.5, rangeFactor: 1.4, rate: 1.08 },
  ],
  [/^(?:laugh|giggl|chuckl|amus|mischiev)/, { pitchSemitones: 1, rangeFactor: 1.3, rate: 1.04 }],
  [
    /^(?:sad|sorrow|cry|cries|crying|sob|grie|melanchol|disappoint|dejected)/,
    { pitchSemitones: -1.5, rangeFactor: 0.7, rate: 0.88 },
  ],
  [/^(?:sigh|tired|weary|exhausted|sleepy|bored)/, { pitchSemitones: -1, rangeFactor: 0.75, rate: 0.9 }],
  [/^(?:angr|furious|annoy|frustrat|irritat)/, { gainDb: 3, rangeFactor: 1.25, rate: 1.06 }],
  [/^(?:nervous|anxious|scared|afraid|worr|frighten)/, { pitchSemitones: 1, rangeFactor: 1.15, rate: 1.1 }],
  [/^(?:curious|surpris|amaz|gasp|awe)/, { pitchSemitones: 1, rangeFactor: 1.35 }],
  [/^(?:calm|relax|sooth|reassur|warm)/, { rate: 0.94, rangeFactor: 0.85 }],
  [/^(?:serious|solemn|stern|grave)/, { pitchSemitones: -1, rangeFactor: 0.85, rate: 0.95 }],
  [/^(?:flat|deadpan|monoton|robot)/, { rangeFactor: 0.4 }],
  [/^(?:sarcas|dramatic)/, { rangeFactor: 1.3, rate: 0.93 }],
];

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}

/**
 * The delivery that a bracketed tag asks for on top of `current` ("whispers", "excited, fast"). A tag that names no
 * delivery (a sound, an accent) changes nothing. Rates stay within 0.6–1.6, pitch within ±4 semitones, gain ±8 dB.
 */
export function applyTag(tag: string, current: Readonly<Delivery>): Delivery {
  const result = { ...current };
  for (const word of tag.toLowerCase().split(/[^a-z]+/)) {
    const change = CHANGES.find(([stem]) => stem.test(word))?.[1];
    if (change === undefined) continue;
    result.rate = clamp(result.rate * (change.rate ?? 1), 0.6, 1.6);
    result.pitchSemitones = clamp(result.pitchSemitones + (change.pitchSemitones ?? 0), -4, 4);
    result.rangeFactor = clamp(result.rangeFactor * (change.rangeFactor ?? 1), 0.3, 2);
    result.gainDb = clamp(result.gainDb + (change.gainDb ?? 0), -8, 8);
    result.whisper ||= change.whisper ?? false;
  }
  return result;
}
