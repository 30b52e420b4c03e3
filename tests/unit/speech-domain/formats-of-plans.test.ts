import { expect, it } from "vitest";
import { TIER_ORDER } from "../../../app/domains/billing/tiers";
import { leastTierFor, requireFormatAllowed } from "../../../app/domains/speech/rules";
import { OUTPUT_FORMATS, type OutputFormat } from "../../../workers/speech/protocol";

/** Plans that have a format, in the order of the catalogue. */
const plansWith = (format: OutputFormat) =>
  TIER_ORDER.filter((tier) => {
    try {
      requireFormatAllowed(format, tier);
      return true;
    } catch (error) {
      expect(error).toMatchObject({ code: "output_format_not_allowed", status: 403 });
      return false;
    }
  });

it("the best MP3 begins with Creator, PCM at 44.1 kHz with Pro, and both are in every bigger plan", () => {
  const bigger = ["growing_business", "scale_2024_08_10", "trial", "enterprise"];
  expect(plansWith("mp3_44100_192")).toEqual(["creator", "pro", ...bigger]);
  expect(plansWith("pcm_44100")).toEqual(["pro", ...bigger]);
  expect([leastTierFor("mp3_44100_192"), leastTierFor("pcm_44100")]).toEqual(["creator", "pro"]);
});

it("every plan has all other formats", () => {
  for (const format of OUTPUT_FORMATS.filter((each) => each !== "mp3_44100_192" && each !== "pcm_44100")) {
    expect(plansWith(format)).toEqual([...TIER_ORDER]);
    expect(leastTierFor(format)).toBeNull();
  }
});
