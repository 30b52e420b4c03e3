import { describe, expect, it } from "vitest";
import { passkeyProblemOf } from "~/features/accounts/passkey-problem";
import { ApiError } from "~/lib/api-client";

const RAW = "No available authenticator supported any of the specified pubKeyCredParams algorithms";
const named = (name: string) => Object.assign(new Error(RAW), { name });

describe("a passkey that fails", () => {
  it.each(["NotAllowedError", "AbortError"])("is nothing to speak of where somebody closed the dialog (%s)", (name) => {
    expect(passkeyProblemOf(new DOMException(RAW, name))).toBeNull();
    expect(passkeyProblemOf(named(name))).toBeNull();
  });

  it.each([
    ["InvalidStateError", "has a passkey for your account already"],
    ["NotSupportedError", "Try another device or browser"],
    ["ConstraintError", "finger, face or PIN"],
    ["SecurityError", "usual address"],
    ["UnknownError", "Try again, or use another way"],
    ["constructor", "Try again, or use another way"],
  ])("is told in words of ours (%s)", (name, words) => {
    for (const error of [new DOMException(RAW, name), named(name)]) {
      expect(passkeyProblemOf(error)).toContain(words);
      expect(passkeyProblemOf(error)).not.toContain("pubKeyCredParams");
    }
  });

  it("is told in the server's words where the server refused it, and in ours where it is no error at all", () => {
    expect(passkeyProblemOf(new ApiError(403, "forbidden", "Not this one."))).toBe("Not this one.");
    expect(passkeyProblemOf(new ApiError(0, "network_error", "Network error"))).toBe("Network error");
    expect(passkeyProblemOf("thrown")).toContain("Try again");
  });
});
