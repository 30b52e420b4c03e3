import { z } from "zod";
import { DEFAULT_VOICE_SETTINGS, type VoiceSettings } from "../../../../app/domains/voices/schema";
import { settingsFromWire, settingsToWire } from "../../../../app/domains/voices/settings-wire";
import { voiceToWire } from "../../../../app/domains/voices/wire";
import { binary, type Endpoint, endpoint } from "../endpoint";
import { queryBoolean, queryText } from "../query-parameters";
import { voicePreview } from "./voice-preview";
import { type VoiceSettingsInput, voiceSchema, voiceSettingsInputSchema, voiceSettingsSchema } from "./voice-schemas";

const family = "voices";
const voiceParams = () => z.object({ voice_id: z.string().min(1) });
const done = () => z.object({ status: z.literal("ok") });

export const voiceEndpoints: Endpoint[] = [
  endpoint({
    method: "get",
    path: "/v1/voices",
    auth: "account",
    summary: "List all voices",
    family,
    io: () => ({
      // There are no voices that were retired: the list is the same either way.
      query: z.object({ show_legacy: queryBoolean(false) }),
      response: z.object({ voices: z.array(voiceSchema()) }),
    }),
    run: async ({ caller, services, context }) => {
      const all = await services.voices.listAll(caller.workspaceId);
      return { voices: all.map(({ voice, settings }) => voiceToWire(voice, settings, context.origin)) };
    },
  }),

  endpoint({
    method: "get",
    path: "/v1/voices/settings/default",
    auth: "account",
    summary: "Get the workspace's default voice settings",
    family,
    io: () => ({ response: voiceSettingsSchema() }),
    run: async ({ caller, services }) => settingsToWire(await services.voices.getDefaultSettings(caller.workspaceId)),
  }),

  endpoint({
    method: "post",
    path: "/v1/voices/settings/default/edit",
    auth: "account",
    permission: "editor",
    summary: "Edit the workspace's default voice settings",
    family,
    io: () => ({ body: voiceSettingsInputSchema(), response: done() }),
    run: async ({ caller, services, body }) => {
      await services.voices.editDefaultSettings(caller.workspaceId, changesOf(body));
      return { status: "ok" as const };
    },
  }),

  endpoint({
    method: "get",
    path: "/v1/voices/:voice_id",
    auth: "account",
    summary: "Get a voice",
    family,
    io: () => ({
      params: voiceParams(),
      query: z.object({ with_settings: queryBoolean(true) }),
      response: voiceSchema(),
    }),
    run: async ({ caller, services, params, query, context }) => {
      const { voice, settings } = await services.voices.getVoice(caller.workspaceId, params.voice_id);
      return voiceToWire(voice, query.with_settings ? settings : null, context.origin);
    },
  }),

  endpoint({
    method: "get",
    path: "/v1/voices/:voice_id/settings",
    auth: "account",
    summary: "Get a voice's settings",
    family,
    io: () => ({ params: voiceParams(), response: voiceSettingsSchema() }),
    run: async ({ caller, services, params }) =>
      settingsToWire(await services.voices.getSettings(caller.workspaceId, params.voice_id)),
  }),

  endpoint({
    method: "post",
    path: "/v1/voices/:voice_id/settings/edit",
    auth: "account",
    permission: "editor",
    summary: "Edit a voice's settings",
    family,
    io: () => ({ params: voiceParams(), body: voiceSettingsInputSchema(), response: done() }),
    run: async ({ caller, services, params, body }) => {
      await services.voices.editSettings(caller.workspaceId, params.voice_id, changesOf(body));
      return { status: "ok" as const };
    },
  }),

  endpoint({
    method: "get",
    path: "/v1/voices/:voice_id/preview",
    auth: "none",
    summary: "Hear a voice's preview",
    family,
    io: () => ({
      params: voiceParams(),
      query: z.object({ language: queryText(z.string().min(2).max(20).optional()) }),
      response: binary("audio/mpeg", "The voice saying its preview text"),
    }),
    run: ({ params, query, context, request }) => voicePreview(params.voice_id, query.language, request, context),
  }),
];

/** Only what was sent changes; null puts a setting back to its default. */
function changesOf(input: VoiceSettingsInput): Partial<VoiceSettings> {
  const defaults = settingsToWire(DEFAULT_VOICE_SETTINGS);
  const orDefault = <T>(value: T | null | undefined, otherwise: T) => (value === null ? otherwise : value);
  return settingsFromWire({
    stability: orDefault(input.stability, defaults.stability),
    similarity_boost: orDefault(input.similarity_boost, defaults.similarity_boost),
    style: orDefault(input.style, defaults.style),
    use_speaker_boost: orDefault(input.use_speaker_boost, defaults.use_speaker_boost),
    speed: orDefault(input.speed, defaults.speed),
  });
}
