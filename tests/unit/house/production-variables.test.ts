import { describe, expect, it, test } from "vitest";
import { checkVariables } from "../../../workers/app/env";

const COMPLETE = { SESSION_SECRET: "x".repeat(32), PUBLIC_URL: "https://voice.example.com" };

test("production starts with its secret and its address", () => {
  expect(checkVariables({ APP_ENV: "production", ...COMPLETE }).ok).toBe(true);
});

test("production refuses to start without either, and names both", () => {
  const checked = checkVariables({ APP_ENV: "production" });
  expect(checked.ok ? [] : checked.problems).toEqual([
    expect.stringMatching(/^SESSION_SECRET: required in production/),
    expect.stringMatching(/^PUBLIC_URL: required in production/),
  ]);
});

test("development needs neither", () => {
  expect(checkVariables({ APP_ENV: "development" }).ok).toBe(true);
});

describe("PUBLIC_URL", () => {
  const check = (publicUrl: string, environment = "production") =>
    checkVariables({ APP_ENV: environment, SESSION_SECRET: COMPLETE.SESSION_SECRET, PUBLIC_URL: publicUrl });
  const problemsOf = (...given: Parameters<typeof check>) => {
    const checked = check(...given);
    return checked.ok ? [] : checked.problems;
  };

  it.each([
    ["https://voice.example.com", "https://voice.example.com"],
    ["https://voice.example.com/", "https://voice.example.com"],
    ["https://Voice.Example.com:443/", "https://voice.example.com"],
    ["https://voice.example.com:8443", "https://voice.example.com:8443"],
    ["https://[2001:db8::1]/", "https://[2001:db8::1]"],
    ["http://localhost:8787", "http://localhost:8787"],
    ["http://127.0.0.1:8787/", "http://127.0.0.1:8787"],
    ["http://[::1]:8787", "http://[::1]:8787"],
  ])("may be %s, and is known as %s everywhere", (publicUrl, origin) => {
    const checked = check(publicUrl);
    expect(checked.ok && checked.variables.PUBLIC_URL).toBe(origin);
  });

  it.each([
    ["is no address", "voice.example.com", "must be an address like https://voice.example.com"],
    ["is of another kind", "ftp://voice.example.com", "must be an address like https://voice.example.com"],
    ["has a path", "https://voice.example.com/path", "must end with the host: without the path /path"],
    ["has two slashes at its end", "https://voice.example.com//", "must end with the host: without the path //"],
    ["has a query", "https://voice.example.com?a", "must end with the host: without ? and what follows"],
    ["has an empty query", "https://voice.example.com/?", "must end with the host: without ? and what follows"],
    ["has a fragment", "https://voice.example.com/#a", "must end with the host: without # and what follows"],
    ["has a name and a password", "https://u:secret@voice.example.com", "must not carry a name or a password"],
    ["has a name", "https://u@voice.example.com", "must not carry a name or a password"],
  ])("that %s is refused everywhere, with what is wrong in words", (_what, publicUrl, words) => {
    for (const environment of ["production", "test", "development"])
      expect(problemsOf(publicUrl, environment)).toEqual([`PUBLIC_URL: ${words}`]);
  });

  it.each([
    "http://voice.example.com",
    "http://192.168.0.4:8787",
    "http://localhost.example.com",
    "http://127.0.0.1.example.com",
    "http://0.0.0.0:8787",
  ])("in production is not %s, which others could read along", (publicUrl) => {
    expect(problemsOf(publicUrl)).toEqual([
      "PUBLIC_URL: has to begin with https:// in production, unless it is this machine itself (localhost)",
    ]);
    expect(problemsOf(publicUrl, "development")).toEqual([]);
  });
});

describe.each(["SMS_URL", "DNS_URL", "TURNSTILE_VERIFY_URL"])("%s", (name) => {
  const problemsOf = (address: string, environment: string) => {
    const checked = checkVariables({ APP_ENV: environment, ...COMPLETE, [name]: address });
    return checked.ok ? [] : checked.problems;
  };

  it.each(["https://service.example.com/send", "http://localhost:9000/send", "http://127.0.0.1/send"])(
    "may be %s",
    (address) => {
      expect(problemsOf(address, "production")).toEqual([]);
    },
  );

  it.each(["http://service.example.com/send", "http://10.0.0.4/send"])(
    "in production is not %s, where others could read along or answer",
    (address) => {
      expect(problemsOf(address, "production")).toEqual([
        `${name}: has to begin with https:// in production, unless it is this machine itself (localhost)`,
      ]);
      expect(problemsOf(address, "development")).toEqual([]);
    },
  );
});

it.each([
  ["production", "", true],
  ["production", "16", true],
  ["production", "14", false],
  ["development", "14", false],
  ["test", "10", true],
  ["test", "9", false],
  ["production", "17", false],
  ["test", "17", false],
  ["production", "much", false],
])("in %s a password may cost %j: %s", (environment, cost, may) => {
  const checked = checkVariables({ APP_ENV: environment, ...COMPLETE, PASSWORD_COST: cost });
  expect(checked.ok).toBe(may);
  if (!checked.ok) expect(checked.problems).toEqual([expect.stringMatching(/^PASSWORD_COST: /)]);
});
