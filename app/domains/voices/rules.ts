/** Finding voices in a list. Pure. */
import { AppError } from "../../lib/app-error";
import type { CatalogueVoice, VoiceQuery } from "./schema";

/** Voices that fit the query, in its order; without a sort the catalogue's order stays. */
export function selectVoices(voices: readonly CatalogueVoice[], query: VoiceQuery): CatalogueVoice[] {
  const words = foldForSearch(query.search ?? "")
    .split(/\s+/)
    .filter(Boolean);
  const selected = voices.filter(
    (voice) => fitsKind(query) && fitsLabels(voice, query) && words.every((word) => searchTextOf(voice).includes(word)),
  );
  // The catalogue came at once, so only names put its voices in another order.
  if (query.sort !== "name") return selected;
  const sign = query.sortDirection === "desc" ? -1 : 1;
  return selected.sort((a, b) => sign * a.name.localeCompare(b.name, "en"));
}

/** Everything in the catalogue is a default voice of category `premade`, in no collection and not shared. */
function fitsKind(query: VoiceQuery): boolean {
  return (
    (query.voiceType === undefined || query.voiceType === "default") &&
    (query.category === undefined || query.category === "premade") &&
    query.fineTuningState === undefined &&
    query.collectionId === undefined &&
    query.minNoticePeriodDays === undefined &&
    query.highQuality !== true
  );
}

function fitsLabels(voice: CatalogueVoice, query: VoiceQuery): boolean {
  const languages = [voice.language, ...voice.verifiedLanguages.map(({ language }) => language)];
  return (
    same(query.gender, voice.gender) &&
    same(query.age, voice.age) &&
    same(query.accent, voice.accent) &&
    (query.languages === undefined || query.languages.some((wanted) => languages.includes(baseLanguage(wanted)))) &&
    (query.useCases === undefined || query.useCases.some((wanted) => same(wanted, voice.useCase))) &&
    (query.voiceIds === undefined || query.voiceIds.includes(voice.speaker.voiceId))
  );
}

function same(wanted: string | undefined, actual: string): boolean {
  return wanted === undefined || labelKey(wanted) === labelKey(actual);
}

/** `Middle Aged`, `middle-aged` and `middle_aged` are one label. */
function labelKey(label: string): string {
  return foldForSearch(label).replace(/[\s_-]+/g, " ");
}

/** `pt-BR` → `pt` */
function baseLanguage(code: string): string {
  return code.toLowerCase().split(/[-_]/)[0] ?? code;
}

/** Lower case without accents, so that `rene` finds `René`. */
function foldForSearch(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().trim();
}

const searchTexts = new WeakMap<CatalogueVoice, string>();

function searchTextOf(voice: CatalogueVoice): string {
  let text = searchTexts.get(voice);
  if (text === undefined) {
    const { name, description, gender, age, accent, useCase, descriptive, language } = voice;
    const label = [age, useCase, descriptive].map((value) => value.replaceAll("_", " "));
    text = foldForSearch([name, description, gender, accent, language, "premade", ...label].join(" "));
    searchTexts.set(voice, text);
  }
  return text;
}

export interface Page<T> {
  items: T[];
  hasMore: boolean;
  nextPageToken: string | null;
}

/**
 * A page of voices after the one that `pageToken` names.
 * @throws AppError invalid_request (400) for a token that is not of this list.
 */
export function pageOfVoices(
  voices: readonly CatalogueVoice[],
  pageSize: number,
  pageToken: string | undefined,
): Page<CatalogueVoice> {
  let start = 0;
  if (pageToken !== undefined) {
    const last = voices.findIndex((voice) => tokenAfter(voice) === pageToken);
    if (last === -1) {
      const message = "This page token belongs to no page of this list.";
      throw new AppError("invalid_request", 400, message, { param: "next_page_token" });
    }
    start = last + 1;
  }
  const items = voices.slice(start, start + pageSize);
  const last = items.at(-1);
  const hasMore = start + items.length < voices.length;
  return { items, hasMore, nextPageToken: hasMore && last ? tokenAfter(last) : null };
}

/** The place after a voice, whatever was before it: voices that come or go do not shift the next page. */
function tokenAfter(voice: CatalogueVoice): string {
  return btoa(`after:${voice.speaker.voiceId}`).replace(/=+$/, "");
}
