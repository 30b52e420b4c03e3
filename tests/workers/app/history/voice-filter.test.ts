import { env } from "cloudflare:test";
import { servicesForTest } from "../../../support/test-caller";
import { describeVoiceFilter } from "../../../support/voice-filter-contract";

describeVoiceFilter("embedded", () => servicesForTest(env).database);
