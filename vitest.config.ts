import { defineConfig } from "vitest/config";
import api from "./tests/api/vitest.config";
import { LongestFirst } from "./tests/support/longest-first";
import { dom, unit } from "./tests/unit/vitest.config";
import app from "./tests/workers/app/vitest.config";
import media from "./tests/workers/media/vitest.config";
import speech from "./tests/workers/speech/vitest.config";

/** Each kind of test has its configuration beside it; all share the project's root. Run together, one kind follows another, as each may use all cores. */
export default defineConfig({
  test: { projects: [unit, dom, speech, media, app, api], sequence: { sequencer: LongestFirst } },
});
