import { z } from "zod";
import { FINE_TUNING_STATES, VOICE_CATEGORIES, VOICE_TYPES } from "../../../../app/domains/voices/schema";
import { voiceToWire } from "../../../../app/domains/voices/wire";
import { type Endpoint, endpoint } from "../endpoint";
import {
  optionalQueryInteger,
  queryBoolean,
  queryInteger,
  queryList,
  queryText,
  queryWordInAnyCase,
} from "../query-parameters";
import { voiceSchema } from "../v1/voice-schemas";

/** Clients leave a filter empty for "any". */
const word = () =>
  queryText(
    z
      .string()
      .max(200)
      .transform((text) => text.trim() || undefined)
      .optional(),
  );

export const voiceSearchEndpoints: Endpoint[] = [
  endpoint({
    method: "get",
    path: "/v2/voices",
    auth: "account",
    summary: "Search, filter and page through voices",
    family: "voices",
    io: () => ({
      query: z.object({
        next_page_token: word(),
        page_size: queryInteger({ min: 1, max: 100, otherwise: 10 }),
        search: word(),
        sort: queryWordInAnyCase(["created_at_unix", "name"]),
        sort_direction: queryWordInAnyCase(["asc", "desc"]),
        voice_type: queryWordInAnyCase(VOICE_TYPES),
        category: queryWordInAnyCase(VOICE_CATEGORIES),
        fine_tuning_state: queryWordInAnyCase(FINE_TUNING_STATES),
        collection_id: word(),
        gender: word(),
        age: word(),
        accent: word(),
        language: queryList(z.string().min(1)),
        use_cases: queryList(z.string().min(1)),
        min_notice_period_days: optionalQueryInteger({ min: 0 }),
        // Both are about shared voices; premade ones have neither.
        include_custom_rates: queryBoolean(true),
        include_live_moderated: queryBoolean(true),
        high_quality: queryBoolean(false),
        include_total_count: queryBoolean(true),
        voice_ids: queryList(z.string().min(1)),
      }),
      response: z.object({
        voices: z.array(voiceSchema()),
        has_more: z.boolean(),
        total_count: z.int(),
        next_page_token: z.string().nullable(),
      }),
    }),
    run: async ({ caller, services, query, context }) => {
      const page = await services.voices.search(
        caller.workspaceId,
        {
          search: query.search,
          sort: query.sort,
          sortDirection: query.sort_direction,
          voiceType: query.voice_type,
          category: query.category,
          fineTuningState: query.fine_tuning_state,
          collectionId: query.collection_id,
          gender: query.gender,
          age: query.age,
          accent: query.accent,
          languages: query.language,
          useCases: query.use_cases,
          minNoticePeriodDays: query.min_notice_period_days,
          highQuality: query.high_quality,
          voiceIds: query.voice_ids,
        },
        { pageSize: query.page_size, pageToken: query.next_page_token },
      );
      return {
        voices: page.voices.map(({ voice, settings }) => voiceToWire(voice, settings, context.origin)),
        has_more: page.hasMore,
        // The key is required by clients also where the count was not asked for.
        total_count: query.include_total_count ? page.totalCount : 0,
        next_page_token: page.nextPageToken,
      };
    },
  }),
];
