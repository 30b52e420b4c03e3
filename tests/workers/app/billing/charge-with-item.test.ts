import { env } from "cloudflare:test";
import { chargeContract } from "../../../support/charge-contract";
import { servicesForTest, signUpForTest } from "../../../support/test-caller";

chargeContract("the embedded database", () => ({
  database: servicesForTest(env).database,
  newMember: () => signUpForTest(env),
}));
