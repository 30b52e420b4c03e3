import { beforeAll, describe, expect, it } from "vitest";
import {
  type ActionCall,
  act,
  askedForAccess,
  bodyFor,
  CALLS,
  codeOf,
  isListed,
  linkTo,
  MESSAGES,
  member,
  NEW_PASSWORD,
  refusedWith,
  resetCode,
  signedUp,
  signIn,
  wantsUpdates,
} from "../../support/action-calls";
import { newNetwork } from "../../support/new-network";
import { sharedProduct } from "../../support/product";
import { textOf } from "../../support/visitor";

const { url } = sharedProduct();

describe("a code", () => {
  const codes: Record<string, string> = {};
  let support: Awaited<ReturnType<typeof askedForAccess>>;
  let memberEmail: string;
  let newcomerEmail: string;
  beforeAll(async () => {
    memberEmail = await member({ product_updates: "yes" });
    newcomerEmail = await signedUp();
    support = await askedForAccess();
    codes.reset = await resetCode(memberEmail);
    codes.verify = codeOf(await linkTo(newcomerEmail, "verifyEmail"));
    codes.optOut = codeOf(await linkTo(memberEmail, "optOutOfUpdates"));
    codes.support = support.code;
  });
  const OWN: Record<ActionCall, string> = {
    "check-reset-code": "reset",
    "reset-password": "reset",
    "verify-email": "verify",
    "opt-out-of-updates": "optOut",
    "grant-support-access": "support",
  };

  it.each(CALLS)("of another kind does nothing at %s, as one that never was", async (name, message) => {
    const others = Object.entries(codes).filter(([kind]) => kind !== OWN[name]);
    const tries = ["0".repeat(64), "garbage", "' OR 1=1 --", ...others.map(([, code]) => code)];
    const answers = new Set<string>();
    for (const code of tries) {
      const { status, json } = await act(name, bodyFor(name, code));
      answers.add(JSON.stringify([status, json], (key, value) => (key === "request_id" ? undefined : value)));
      expect({ status, json }).toMatchObject(refusedWith(message));
    }
    // Nothing tells one from another, nor who has an account.
    expect(answers.size).toBe(1);
  });

  it("stays good for what it is when it was tried elsewhere", async () => {
    expect((await signIn(newcomerEmail)).status).toBe(401);
    expect(await wantsUpdates(memberEmail)).toBe(true);
    expect(await isListed(support.staff, support.ownerEmail)).toBe(false);
    for (const [name] of CALLS)
      expect([name, (await act(name, bodyFor(name, codes[OWN[name]]!))).status]).toEqual([name, 200]);
  });
});

describe("every such call", () => {
  it.each(CALLS)("%s is for anybody, from any site, touches no cookie and is kept by nobody", async (name) => {
    for (const headers of [{}, { origin: "https://elsewhere.example", cookie: "__session=anything" }]) {
      const answer = await act(name, bodyFor(name, "0".repeat(64)), headers as Record<string, string>);
      expect(answer.status).toBe(400);
      expect(answer.headers.getSetCookie()).toEqual([]);
      expect(answer.headers.get("cache-control")).toBe("no-store");
      expect(answer.headers.get("access-control-allow-origin")).toBe("*");
      expect(answer.headers.get("access-control-allow-credentials")).toBeNull();
    }
    const preflight = await fetch(`${url}/v1/user/action/${name}`, {
      method: "OPTIONS",
      headers: { origin: "https://elsewhere.example", "access-control-request-method": "POST" },
    });
    expect(preflight.headers.get("access-control-allow-methods")).toContain("POST");
    const opened = await fetch(`${url}/v1/user/action/${name}?action_code=${"0".repeat(64)}`);
    // Mail programs open addresses: nothing happens by that.
    expect([opened.status, opened.headers.get("allow")]).toEqual([405, "POST"]);
  });

  it.each(CALLS)("%s says what is wrong with its body", async (name) => {
    const rest = name === "reset-password" ? { new_password: NEW_PASSWORD } : {};
    for (const [body, type] of [
      ["{", "json_invalid"],
      ["", "missing"],
      [[], "dict_type"],
      [{ ...rest }, "missing"],
      [{ ...rest, action_code: 7 }, "string_type"],
      [{ ...rest, action_code: " " }, "string_too_short"],
      [{ ...rest, action_code: "0".repeat(201) }, "string_too_long"],
    ]) {
      const answer = await act(name, body);
      expect([body, answer.status]).toEqual([body, 422]);
      expect(answer.json).toMatchObject({ detail: [{ type }] });
    }
    if (name !== "reset-password") return;
    const without = await act(name, { action_code: "0".repeat(64) });
    expect(without).toMatchObject({
      status: 422,
      json: { detail: [{ loc: ["body", "new_password"], msg: "Field required", type: "missing" }] },
    });
  });

  it("is described as one that anybody may make", async () => {
    const { paths } = (await (await fetch(`${url}/openapi.json`)).json()) as {
      paths: Record<string, { post?: { security: unknown[]; requestBody: unknown } }>;
    };
    for (const [name] of CALLS) {
      const described = paths[`/v1/user/action/${name}`]?.post;
      expect(described?.security).toEqual([]);
      const schema = { required: expect.arrayContaining(["action_code"]) };
      expect(described?.requestBody).toMatchObject({ required: true, content: { "application/json": { schema } } });
    }
  });
});

it("counts tries by the client before they are made, at all calls and the page together", async () => {
  const email = await member();
  const code = await resetCode(email);
  const network = newNetwork();
  const names = CALLS.map(([name]) => name);
  const tries = await Promise.all(
    Array.from({ length: 70 }, (_, index) => {
      const name = names[index % names.length]!;
      return act(name, bodyFor(name, String(index).padStart(64, "0")), { network });
    }),
  );
  const stopped = tries.filter(({ status }) => status === 429);
  // A minute gives one back.
  expect(stopped.length).toBeGreaterThanOrEqual(8);
  expect(tries.filter(({ status }) => status === 400)).toHaveLength(70 - stopped.length);
  for (const { json, headers } of stopped) {
    expect(json).toMatchObject({ detail: { status: "rate_limited", message: MESSAGES.stopped } });
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
  }
  // Not even the right code passes from there, by whichever way, and it is not used up.
  for (const name of ["check-reset-code", "reset-password"] as const)
    expect((await act(name, bodyFor(name, code), { network })).status).toBe(429);
  const page = await fetch(url + (await linkTo(email, "resetPassword")), { headers: { "cf-connecting-ip": network } });
  expect([page.status, textOf(await page.text())]).toEqual([429, expect.stringContaining(MESSAGES.stopped)]);
  expect((await act("reset-password", bodyFor("reset-password", code))).status).toBe(200);
});
