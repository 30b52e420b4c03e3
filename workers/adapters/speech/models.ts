/** Every name of a model or voice at an outside engine that stands in the code. Settings override them. */

/** Voices of either sort; the neutral ones serve where a voice has no gender. */
export interface GenderedVoices {
  female: readonly string[];
  male: readonly string[];
  neutral: readonly string[];
}

/** Servers of the OpenAI dialect: names that OpenAI, Kokoro-FastAPI and LocalAI all take. */
export const OPENAI_DIALECT: { model: string; voices: GenderedVoices } = {
  model: "tts-1",
  voices: { female: ["nova", "shimmer", "coral", "sage"], male: ["onyx", "echo", "ash"], neutral: ["alloy", "fable"] },
};

export interface WorkersAiModel {
  name: string;
  /** ISO 639-1. */
  languages: readonly string[];
  /** `deepgram`: streamed 16-bit samples. `melotts`: a whole file in base64. */
  dialect: "deepgram" | "melotts";
  voices: GenderedVoices | null;
}

/** In order of preference for a language. */
export const WORKERS_AI_MODELS: readonly WorkersAiModel[] = [
  {
    name: "@cf/deepgram/aura-2-en",
    languages: ["en"],
    dialect: "deepgram",
    voices: {
      female: ["luna", "thalia", "andromeda", "helena", "cora", "hera", "aurora", "iris"],
      male: ["apollo", "arcas", "orion", "zeus", "atlas", "hermes", "orpheus", "saturn"],
      neutral: ["luna", "apollo"],
    },
  },
  {
    name: "@cf/deepgram/aura-2-es",
    languages: ["es"],
    dialect: "deepgram",
    voices: {
      female: ["celeste", "estrella", "carina", "diana", "selena"],
      male: ["nestor", "sirio", "alvaro", "javier"],
      neutral: ["celeste", "nestor"],
    },
  },
  {
    name: "@cf/deepgram/aura-1",
    languages: ["en"],
    dialect: "deepgram",
    voices: {
      female: ["asteria", "luna", "athena", "hera", "stella"],
      male: ["orion", "arcas", "perseus", "angus", "orpheus", "helios", "zeus"],
      neutral: ["asteria", "orion"],
    },
  },
  {
    name: "@cf/myshell-ai/melotts",
    languages: ["en", "es", "fr", "zh", "ja", "ko"],
    dialect: "melotts",
    voices: null,
  },
];

/** Sample rate we ask of servers that let us choose. */
export const ASKED_RATE_HZ = 24000;
