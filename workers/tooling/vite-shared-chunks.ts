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
/** Files of their own: Remix names each of them, and reads what it exports. */
const ENTRY = /\/app\/(routes\/|root\.tsx|entry\.client\.tsx)/;

/**
 * For Rollup's `manualChunks`, with `onlyExplicitManualChunks`: without that a chunk takes along whatever its modules import.
 * Every screen of somebody who is signed in needs all of both chunks, but for the icons, which one module names. Visitors'
 * screens load the base alone. All other modules are divided as Rollup sees fit.
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
  const base = needsOf(BASE, graph);
  const visitors = needsOf(VISITORS, graph);
  const chunks = new Map<string, string>();
  for (const id of needsOf(SHELL, graph)) chunks.set(id, visitors.has(id) ? "base" : "shell");
  for (const id of base) chunks.set(id, "base");
  return chunks;
}

/** The modules of which the ids match, and all that they import, at once and through others. */
function needsOf(names: RegExp, { getModuleIds, getModuleInfo }: Rollup.ManualChunkMeta): Set<string> {
  const needs = new Set<string>();
  const open = [...getModuleIds()].filter((id) => names.test(id));
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (needs.has(id)) continue;
    needs.add(id);
    open.push(...(getModuleInfo(id)?.importedIds ?? []));
  }
  return needs;
}
