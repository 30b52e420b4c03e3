/** The order of test files: what takes longest begins first, so that no core waits at the end for one file. */
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The longest first. Sizes, by which files are ordered where no run's durations are known, tell nothing of these. */
const LONGEST = [
  "voices-catalogue/recognition.test.ts",
  "video/long-video.test.ts",
  "sound/encoders.test.ts",
  "speech-text/hostile-text.test.ts",
  "video/pictures.test.ts",
  "single-sign-on/requirement.test.ts",
  "single-sign-on/address-of-members.test.ts",
  "accounts/email-change.test.ts",
  "video/lighting.test.ts",
  "video/video-file.test.ts",
].map((file) => `/tests/unit/${file}`);

/** Files with a browser's page follow all others: a worker that changes from one kind to the other loads all modules anew. */
function rank({ moduleId }: TestSpecification): number {
  if (/\.dom\.test\.tsx?$/.test(moduleId)) return LONGEST.length + 1;
  const place = LONGEST.findIndex((end) => moduleId.endsWith(end));
  return place < 0 ? LONGEST.length : place;
}

/** Vitest's own order within a rank. For a shuffled order run this folder's configuration alone, which has no sequencer. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}
