/** The voices a workspace can speak with, and its settings for them. */
import type { Database } from "../../../db/client";
import { AppError } from "../../lib/app-error";
import { pageOfVoices, selectVoices } from "./rules";
import {
  type CatalogueVoice,
  DEFAULT_VOICE_SETTINGS,
  type SpeakerVoice,
  type StoredVoiceSettings,
  type VoiceQuery,
  type VoiceSettings,
} from "./schema";
import { findVoiceSettings, upsertVoiceSettings, WORKSPACE_DEFAULTS } from "./store";

export interface VoicesDependencies {
  database: Database;
  catalogue: readonly CatalogueVoice[];
}

/** A voice with the settings that hold for it in a workspace. */
export interface VoiceWithSettings {
  voice: CatalogueVoice;
  settings: VoiceSettings;
}

/** A voice ready to speak. */
export interface SpokenVoice {
  voiceId: string;
  name: string;
  category: string;
  speaker: SpeakerVoice;
  settings: VoiceSettings;
}

export interface VoicePage {
  voices: VoiceWithSettings[];
  /** Of all pages. */
  totalCount: number;
  hasMore: boolean;
  nextPageToken: string | null;
}

export type VoicesService = ReturnType<typeof createVoicesService>;

export function createVoicesService({ database, catalogue }: VoicesDependencies) {
  const indexes = indexesOf(catalogue);

  /** @throws AppError voice_not_found (404) */
  function requireVoice(voiceId: string): CatalogueVoice {
    const voice = indexes.byId.get(voiceId);
    if (!voice) throw voiceNotFound(voiceId);
    return voice;
  }

  async function withSettings(workspaceId: string, voices: CatalogueVoice[]): Promise<VoiceWithSettings[]> {
    const rows = await findVoiceSettings(database, workspaceId);
    const fallback = rows.get(WORKSPACE_DEFAULTS) ?? DEFAULT_VOICE_SETTINGS;
    return voices.map((voice) => ({ voice, settings: rows.get(voice.speaker.voiceId) ?? fallback }));
  }

  async function settingsOf(workspaceId: string, voiceId: string): Promise<VoiceSettings> {
    const rows = await findVoiceSettings(database, workspaceId, [voiceId]);
    return rows.get(voiceId) ?? rows.get(WORKSPACE_DEFAULTS) ?? DEFAULT_VOICE_SETTINGS;
  }

  async function defaultsOf(workspaceId: string): Promise<VoiceSettings> {
    const rows = await findVoiceSettings(database, workspaceId, []);
    return rows.get(WORKSPACE_DEFAULTS) ?? DEFAULT_VOICE_SETTINGS;
  }

  return {
    /** The premade voices as anyone may see them, without a workspace's settings. */
    listPremade(): readonly CatalogueVoice[] {
      return catalogue;
    },

    /** All voices in the catalogue's order. */
    listAll(workspaceId: string): Promise<VoiceWithSettings[]> {
      return withSettings(workspaceId, [...catalogue]);
    },

    /**
     * A page of the voices that fit a query.
     * @throws AppError invalid_request (400) for a page token of another list.
     */
    async search(
      workspaceId: string,
      query: VoiceQuery,
      page: { pageSize: number; pageToken?: string },
    ): Promise<VoicePage> {
      const selected = selectVoices(catalogue, query);
      const { items, hasMore, nextPageToken } = pageOfVoices(selected, page.pageSize, page.pageToken);
      return { voices: await withSettings(workspaceId, items), totalCount: selected.length, hasMore, nextPageToken };
    },

    requireVoice,

    /** A voice without a workspace: names, labels, preview. */
    findVoice(voiceId: string): CatalogueVoice | undefined {
      return indexes.byId.get(voiceId);
    },

    /** A voice by its id or, in any case, its name; as OpenAI-style clients write it. */
    findVoiceByIdOrName(idOrName: string): CatalogueVoice | undefined {
      return indexes.byId.get(idOrName) ?? indexes.byName.get(idOrName.trim().toLowerCase());
    },

    /** @throws AppError voice_not_found (404) */
    async getVoice(workspaceId: string, voiceId: string): Promise<VoiceWithSettings> {
      const voice = requireVoice(voiceId);
      return { voice, settings: await settingsOf(workspaceId, voiceId) };
    },

    /** The settings that hold: the voice's own, else the workspace's defaults, else the product's. @throws 404 */
    async getSettings(workspaceId: string, voiceId: string): Promise<VoiceSettings> {
      requireVoice(voiceId);
      return settingsOf(workspaceId, voiceId);
    },

    /** All that is stored of a workspace's settings, for screens that go from voice to voice. One query. */
    async listSettings(workspaceId: string): Promise<StoredVoiceSettings> {
      const rows = await findVoiceSettings(database, workspaceId);
      const defaults = rows.get(WORKSPACE_DEFAULTS) ?? DEFAULT_VOICE_SETTINGS;
      rows.delete(WORKSPACE_DEFAULTS);
      return { defaults, ofVoices: Object.fromEntries(rows) };
    },

    /** Changes some settings of a voice; the others stay as they are. @throws AppError voice_not_found (404) */
    async editSettings(workspaceId: string, voiceId: string, changes: Partial<VoiceSettings>): Promise<void> {
      requireVoice(voiceId);
      const base = await settingsOf(workspaceId, voiceId);
      await upsertVoiceSettings(database, { workspaceId, voiceId }, base, changes);
    },

    /**
     * What speaking needs of voices, by id; unknown ids are absent. Without a workspace (visitors) the product's
     * default settings hold.
     */
    async findForSpeech(workspaceId: string | null, voiceIds: string[]): Promise<Map<string, SpokenVoice>> {
      const rows =
        workspaceId === null
          ? new Map<string, VoiceSettings>()
          : await findVoiceSettings(database, workspaceId, voiceIds);
      const fallback = rows.get(WORKSPACE_DEFAULTS) ?? DEFAULT_VOICE_SETTINGS;
      const found = new Map<string, SpokenVoice>();
      for (const voiceId of voiceIds) {
        const voice = indexes.byId.get(voiceId);
        if (!voice) continue;
        const { name, speaker } = voice;
        found.set(voiceId, { voiceId, name, category: "premade", speaker, settings: rows.get(voiceId) ?? fallback });
      }
      return found;
    },

    /** The workspace's defaults for voices without settings of their own. */
    getDefaultSettings: defaultsOf,

    /** Changes some of the workspace's defaults. */
    async editDefaultSettings(workspaceId: string, changes: Partial<VoiceSettings>): Promise<void> {
      const base = await defaultsOf(workspaceId);
      await upsertVoiceSettings(database, { workspaceId, voiceId: WORKSPACE_DEFAULTS }, base, changes);
    },
  };
}

/** 404 for a voice by what the caller knows it by. */
export function voiceNotFound(voiceId: string, known = "voice_id"): AppError {
  const shown = voiceId.length > 60 ? `${voiceId.slice(0, 60)}…` : voiceId;
  return new AppError("voice_not_found", 404, `A voice with ${known} '${shown}' was not found.`, {
    param: "voice_id",
  });
}

interface Indexes {
  byId: Map<string, CatalogueVoice>;
  byName: Map<string, CatalogueVoice>;
}

/** Built once per catalogue: services are made for each request. */
const built = new WeakMap<readonly CatalogueVoice[], Indexes>();

function indexesOf(catalogue: readonly CatalogueVoice[]): Indexes {
  let indexes = built.get(catalogue);
  if (!indexes) {
    indexes = { byId: new Map(), byName: new Map() };
    for (const voice of catalogue) {
      indexes.byId.set(voice.speaker.voiceId, voice);
      const name = voice.name.toLowerCase();
      if (!indexes.byName.has(name)) indexes.byName.set(name, voice);
    }
    built.set(catalogue, indexes);
  }
  return indexes;
}
