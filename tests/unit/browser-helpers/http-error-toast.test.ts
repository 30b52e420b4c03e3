import { expect, test } from "vitest";
import { ApiError, toastMessageOf } from "~/lib/api-client";

const GENERIC = "Something went wrong, please try again later.";

test("a client error with a message says it", () => {
  expect(toastMessageOf(new ApiError(404, "not_found", "There is no such voice."))).toBe("There is no such voice.");
  expect(toastMessageOf(new ApiError(499, "x", "Last of its kind."), "Fallback")).toBe("Last of its kind.");
});

test("a server error, and one without words, says the fallback", () => {
  expect(toastMessageOf(new ApiError(500, "x", "stack"))).toBe(GENERIC);
  expect(toastMessageOf(new ApiError(503, "x", "stack"), "Not saved.")).toBe("Not saved.");
  expect(toastMessageOf(new ApiError(400, "x", ""), "Not saved.")).toBe("Not saved.");
});

test("a network that is gone says so", () => {
  expect(toastMessageOf(new ApiError(0, "network_error", "Network error"), "Not saved.")).toBe("Network error");
});

test("what is no answer of the server says the fallback", () => {
  expect(toastMessageOf(new TypeError("x is not a function"))).toBe(GENERIC);
  expect(toastMessageOf("text", "Not saved.")).toBe("Not saved.");
});
