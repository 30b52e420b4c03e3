import { expect, test } from "vitest";
import { clientPlace } from "../../../workers/app/client-place";

const request = (cf: object | undefined, headers: Record<string, string> = {}) =>
  Object.assign(new Request("https://parlando.example/", { headers }), { cf });
const development = { APP_ENV: "development", DEV_REGION: "US-CA" } as const;
const production = { APP_ENV: "production", DEV_REGION: "US-CA" } as const;

test("the edge says where a client is, whatever headers and settings say", () => {
  const claimed = { "cf-ipcountry": "DE", "cf-region-code": "BE" };
  expect(clientPlace(request({ country: "US", regionCode: "IL" }, claimed), development)).toBe("US-IL");
  expect(clientPlace(request({ country: "FR" }, claimed), development)).toBe("FR");
});

test("without an edge a proxy's headers count, then the setting, which production ignores", () => {
  expect(clientPlace(request(undefined, { "cf-ipcountry": "us", "cf-region-code": "tx" }), production)).toBe("US-TX");
  expect(clientPlace(request({ clientIp: "192.0.2.1:1" }), development)).toBe("US-CA");
  expect(clientPlace(request(undefined), production)).toBe("");
});

test("what is no place counts as unknown", () => {
  for (const country of ["<b>", "United States", "X", "U$"])
    expect(clientPlace(request(undefined, { "cf-ipcountry": country }), production)).toBe("");
  expect(clientPlace(request({ country: "US", regionCode: "../.." }), production)).toBe("");
});
