/**
 * Which modules of the pages' script are sent together. Left alone, each set of screens that share a module makes a file: seventy
 * a screen, see docs/decisions/019.
 */
import type { Rollup } from "vite";

/** Modules that every page with React loads. */
const BASE = /\/app\/(root|entry\.client)\.tsx$/;
/** Modules around every screen of somebody who is signed in. */
const SHELL = /\/app\/routes\/main\/app-(layout|screens)\.tsx$/;
/** Screens of visitors: what they share with the shell belongs to the base. */
const VISITORS = /\/app\/routes\/auth\//;
/** Every screen, once: of each route Remix makes a second module, with a query. */
const SCREEN = /\/app\/routes\/(main|auth)\/[^?]+$/;
/** What every page loads once it is ready. */
const PAGE_START = /\/app\/features\/privacy\/page-start\.ts$/;
/**
 * Characters of a module's code, for each screen that needs it, up to which it is sent with what all screens share: a request
 * costs more than that does.
 */
const SHARED_CHARACTERS = 700;
/** Files of their own: Remix names each of them, and reads what it exports. */
const ENTRY = /\/app\/(routes\/|root\.tsx|entry\.client\.tsx)/;

/**
 * For Rollup's `manualChunks`, with `onlyExplicitManualChunks`: without that a chunk takes along whatever its modules import.
 * Every screen of somebody who is signed in needs most of both chunks, visitors' screens load the base alone. All other
 * modules are divided as Rollup sees fit.
 */
export function sharedChunks(): Rollup.GetManualChunk {
  let chunks: Map<string, string> | undefined;
  return (id, graph) => {
    chunks ??= divide(graph);
    return ENTRY.test(id) ? undefined : chunks.get(id);
  };
}

/** @returns names of chunks by ids of modules */
function divide(graph: Rollup.ManualChunkMeta): Map<string, string> {
  const base = needsOf(idsLike(BASE, graph), graph);
  const pageStart = needsOf(idsLike(PAGE_START, graph), graph);
  const visitors = new Set([...needsOf(idsLike(VISITORS, graph), graph), ...pageStart]);
  const shell = needsOf(idsLike(SHELL, graph), graph);
  const whole = new Set([...base, ...shell]);
  const chunks = new Map<string, string>();
  for (const id of pageStart) chunks.set(id, "page-start");
  for (const id of [...shell, ...neededByScreens(whole, graph)]) chunks.set(id, visitors.has(id) ? "base" : "shell");
  for (const id of base) chunks.set(id, "base");
  return chunks;
}

/**
 * Small modules that several screens need: the more do, the larger one may be. Only those that need nothing beyond `shared` and
 * each other, since every screen would load that too.
 */
function neededByScreens(shared: Set<string>, graph: Rollup.ManualChunkMeta): string[] {
  const counts = new Map<string, number>();
  for (const screen of idsLike(SCREEN, graph))
    for (const id of needsOf([screen], graph)) counts.set(id, (counts.get(id) ?? 0) + 1);
  const isSmall = (id: string, count: number) =>
    (graph.getModuleInfo(id)?.code?.length ?? 0) <= count * SHARED_CHARACTERS;
  const small = [...counts].filter(([id, count]) => count > 1 && isSmall(id, count)).map(([id]) => id);
  const known = new Set([...shared, ...small]);
  return small.filter((id) => [...needsOf([id], graph)].every((need) => known.has(need)));
}

const idsLike = (names: RegExp, { getModuleIds }: Rollup.ManualChunkMeta): string[] =>
  [...getModuleIds()].filter((id) => names.test(id));

/** Modules and all that they import, at once and through others. */
function needsOf(ids: string[], { getModuleInfo }: Rollup.ManualChunkMeta): Set<string> {
  const needs = new Set<string>();
  const open = [...ids];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (needs.has(id)) continue;
    needs.add(id);
    open.push(...(getModuleInfo(id)?.importedIds ?? []));
  }
  return needs;
}
