import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CATALOGUE } from "../../../app/domains/voices/catalogue";
import { DEFAULT_VOICE_SETTINGS } from "../../../app/domains/voices/schema";
import { createVoicesService } from "../../../app/domains/voices/service";
import { type MigratedDatabase, openMigratedDatabase } from "../../support/migrated-database";

const voiceId = CATALOGUE[3]!.speaker.voiceId;
let opened: MigratedDatabase;
let voices: ReturnType<typeof createVoicesService>;
beforeAll(async () => {
  opened = await openMigratedDatabase();
  await Promise.all(["ws_own", "ws_other", "ws_plain"].map((id) => opened.addWorkspace(id)));
  voices = createVoicesService({ database: opened.database, catalogue: CATALOGUE });
  await voices.editSettings("ws_own", voiceId, { stability: 0.3 });
  await voices.editSettings("ws_other", voiceId, { stability: 0.9 });
  await voices.editDefaultSettings("ws_other", { speed: 1.2 });
});
afterAll(() => opened.close());

describe("the settings stored for all voices", () => {
  it("are the workspace's own, of the voices that have some, and are what the API answers for each", async () => {
    const stored = await voices.listSettings("ws_own");
    expect(stored).toEqual({
      defaults: DEFAULT_VOICE_SETTINGS,
      ofVoices: { [voiceId]: { ...DEFAULT_VOICE_SETTINGS, stability: 0.3 } },
    });
    expect(stored.ofVoices[voiceId]).toEqual(await voices.getSettings("ws_own", voiceId));
  });

  it("come with the workspace's defaults", async () => {
    const { defaults, ofVoices } = await voices.listSettings("ws_other");
    expect(defaults).toEqual(await voices.getDefaultSettings("ws_other"));
    expect(defaults.speed).toBe(1.2);
    expect(Object.keys(ofVoices)).toEqual([voiceId]);
  });

  it("have nothing of another workspace", async () => {
    expect(await voices.listSettings("ws_plain")).toEqual({ defaults: DEFAULT_VOICE_SETTINGS, ofVoices: {} });
  });
});
