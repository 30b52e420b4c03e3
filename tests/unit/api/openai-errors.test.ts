import { describe, expect, it } from "vitest";
import { voiceNotFound } from "../../../app/domains/voices/service";
import { AppError, ValidationError } from "../../../app/lib/app-error";
import { errorResponse } from "../../../workers/app/api/errors";
import { withOpenAiError } from "../../../workers/app/api/openai-errors";

async function refusal(error: unknown, path = "/v1/audio/speech") {
  const response = await withOpenAiError(errorResponse(error, "req_1"), path);
  return { status: response.status, body: await response.json<Record<string, unknown>>() };
}

describe("a refusal in the dialect", () => {
  it("of a body that cannot be read names no field", async () => {
    const issue = { loc: ["body"], msg: "The request body is not valid JSON.", type: "json_invalid" };
    const { status, body } = await refusal(new ValidationError([issue]));
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: { message: "The request body is not valid JSON.", param: null } });
  });

  it("names each field once, as the caller wrote it", async () => {
    const { body } = await refusal(
      new ValidationError([
        { loc: ["body", "input"], msg: "Field required", type: "missing" },
        { loc: ["body", "speed"], msg: "Input should be less than or equal to 4", type: "less_than_equal" },
      ]),
    );
    expect(body).toMatchObject({
      error: { message: "input: Field required; speed: Input should be less than or equal to 4", param: "input" },
    });
  });

  it.each([
    ["text", "input"],
    ["voice_id", "voice"],
    ["model_id", "model"],
    ["output_format", "response_format"],
    ["speed", "speed"],
  ])("calls what the product knows as %s by the name %s", async (own, theirs) => {
    const { body } = await refusal(new AppError("invalid_request", 400, "No.", { param: own }));
    expect(body).toMatchObject({ error: { param: theirs }, detail: { param: theirs } });
  });

  it("says of a voice what the caller can have sent, and keeps the product's wording elsewhere", async () => {
    const { body } = await refusal(voiceNotFound("nobody", "name or ID"));
    expect(body).toMatchObject({
      error: { message: "A voice with name or ID 'nobody' was not found.", param: "voice", code: "voice_not_found" },
    });
    const elsewhere = await refusal(voiceNotFound("nobody"), "/v1/voices/nobody");
    expect(elsewhere.body).toMatchObject({
      detail: { message: "A voice with voice_id 'nobody' was not found.", param: "voice_id" },
    });
    expect(elsewhere.body).not.toHaveProperty("error");
  });
});
