import { z } from "zod";
import { MODELS, modelToWire } from "../../../../app/domains/speech/models";
import { type Endpoint, endpoint } from "../endpoint";

const nullableText = () => z.string().nullish();
const nullableFlag = () => z.boolean().nullish();

const modelSchema = () =>
  z.object({
    model_id: z.string(),
    name: nullableText(),
    description: nullableText(),
    can_be_finetuned: nullableFlag(),
    can_do_text_to_speech: nullableFlag(),
    can_do_voice_conversion: nullableFlag(),
    can_use_style: nullableFlag(),
    can_use_speaker_boost: nullableFlag(),
    serves_pro_voices: nullableFlag(),
    token_cost_factor: z.number().nullish(),
    requires_alpha_access: nullableFlag(),
    max_characters_request_free_user: z.int().nullish(),
    max_characters_request_subscribed_user: z.int().nullish(),
    maximum_text_length_per_request: z.int().nullish(),
    languages: z.array(z.object({ language_id: z.string(), name: z.string() })).nullish(),
    model_rates: z
      .object({ character_cost_multiplier: z.number(), cost_discount_multiplier: z.number().nullish() })
      .nullish(),
    concurrency_group: nullableText(),
  });

export const modelEndpoints: Endpoint[] = [
  endpoint({
    method: "get",
    path: "/v1/models",
    auth: "account",
    summary: "List the models",
    family: "models",
    io: () => ({ response: z.array(modelSchema()) }),
    run: () => MODELS.map(modelToWire),
  }),
];
