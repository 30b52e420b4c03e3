import { expect, it } from "vitest";
import { apiReference } from "../../../../workers/app/api/reference";
import { MAX_BREAK_MS } from "../../../../workers/speech/text/pauses";

it.each([
  ["/v1/text-to-speech/{voice_id}", "text"],
  ["/v1/text-to-dialogue/stream", "inputs"],
  ["/v1/audio/speech", "input"],
])("the reference of %s says beside %s how long a silence may be, as it is kept", (path, name) => {
  const operation = apiReference()
    .flatMap((family) => family.operations)
    .find((one) => one.path === path)!;
  const field = operation.bodyFields.find((one) => one.name === name)!;
  expect(field.note).toContain('<break time="1.5s" />');
  expect(field.note).toContain(`at most ${MAX_BREAK_MS / 1000} s`);
  expect(operation.exampleBody).toContain("Hello from Parlando.");
});
