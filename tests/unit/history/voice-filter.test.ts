import { afterAll, beforeAll } from "vitest";
import { type MigratedDatabase, openMigratedDatabase } from "../../support/migrated-database";
import { describeVoiceFilter } from "../../support/voice-filter-contract";

let opened: MigratedDatabase;
beforeAll(async () => {
  opened = await openMigratedDatabase();
});
afterAll(() => opened.close());

describeVoiceFilter("libSQL", () => opened.database);
