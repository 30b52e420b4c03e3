import { expect, it } from "vitest";
import { apiReference } from "../../../../workers/app/api/reference";

it("the reference of the OpenAI dialect says which speeds may be asked for, and how far voices follow", () => {
  const { bodyFields } = apiReference()
    .flatMap((family) => family.operations)
    .find((one) => one.path === "/v1/audio/speech")!;
  const speed = bodyFields.find((one) => one.name === "speed")!;
  expect(speed).toMatchObject({ type: "number", required: false });
  expect(speed.note).toMatch(/^0\.25 to 4, /);
  expect(speed.note).toContain("slower than 0.7 is spoken at 0.7, faster than 1.2 at 1.2");
});
