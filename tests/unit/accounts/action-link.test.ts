import { expect, it } from "vitest";
import { readActionLink } from "~/features/accounts/action-link";

const read = (query: string) => readActionLink(new Request(`https://parlando.example/app/action?${query}`));

it("takes the code by either of its names", () => {
  expect(read("mode=resetPassword&oobCode=abc").code).toBe("abc");
  expect(read("mode=resetPassword&verificationCode=abc").code).toBe("abc");
  expect(read("mode=resetPassword&verificationCode=&oobCode=abc").code).toBe("abc");
  expect(read("mode=resetPassword").code).toBe("");
});

it("closes to the page it names, with the internal code and the new user's flag", () => {
  expect(read("continueUrl=/app/usage?a=b&internalCode=ic&newUser=true").closePath).toBe(
    "/app/usage?a=b&internalCode=ic&newUser=true",
  );
  expect(read("continueUrl=https://parlando.example/app/usage%23x").closePath).toBe("/app/usage#x");
});

it.each([
  "",
  "continueUrl=https://evil.example/app/usage",
  "continueUrl=//evil.example",
  "continueUrl=/%5Cevil.example",
  "continueUrl=javascript:alert(1)",
  "continueUrl=https://parlando.example@evil.example/app/usage",
])("closes to the sign-in where the page it names is not allowed: %s", (query) => {
  expect(read(query).closePath).toBe("/app/sign-in");
});

it("knows whom it was mailed to where it says so", () => {
  expect(read("userId=user_1").userId).toBe("user_1");
  expect(read("userId=").userId).toBeUndefined();
});
