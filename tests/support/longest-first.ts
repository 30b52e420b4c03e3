/**
 * The order of test files: those that take longest first, so that no core idles at the end of a run while another is in the
 * middle of one. Vitest knows how long files took, but not on a fresh checkout, where it takes the biggest for the longest.
 */
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files of over ten seconds, the longest of each project first: those of the API start products, or wait for what happens to them. */
const LONG_FILES = [
  "tests/unit/voices-catalogue/recognition.test.ts",
  "tests/unit/video/long-video.test.ts",
  "tests/unit/sound/encoders.test.ts",
  "tests/unit/speech-text/hostile-text.test.ts",
  "tests/unit/video/pictures.test.ts",
  "tests/unit/single-sign-on/requirement.test.ts",
  "tests/unit/single-sign-on/address-of-members.test.ts",
  "tests/unit/accounts/email-change.test.ts",
  "tests/unit/video/lighting.test.ts",
  "tests/unit/video/video-file.test.ts",
  "tests/api/house/durability.test.ts",
  "tests/api/departures.test.ts",
  "tests/api/faults.test.ts",
  "tests/api/house/starter.test.ts",
  "tests/api/video/video.test.ts",
  "tests/api/house/processes.test.ts",
  "tests/api/accounts/workspace-providers.test.ts",
  "tests/api/share-link/share-link.test.ts",
];

/** Where a file comes, as a number that is smaller for earlier ones. */
function rankOf({ moduleId }: TestSpecification): number {
  const rank = LONG_FILES.findIndex((file) => moduleId.endsWith(`/${file}`));
  return rank < 0 ? LONG_FILES.length : rank;
}

/** For a shuffled order, run a configuration that has no sequencer: `vitest --config tests/unit/vitest.config.ts`. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    // Projects keep their order, which their groups give.
    return sorted.sort((a, b) => rankOf(a) - rankOf(b));
  }
}
