/** An installation whose mail goes out by a server of its own, and whose sign-ups are checked by a service against robots. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { type ParsedMail, simpleParser } from "mailparser";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Product, startProduct } from "../../support/product";
import { textOf, Visitor } from "../../support/visitor";

const PASSWORD = "Correct horse 7!";
const received: { from: string; to: string[]; mail: ParsedMail }[] = [];
/** How many mails the server refuses for the moment before it takes one. */
let refusals = 0;
let server: SMTPServer;
/** What the service against robots was asked. */
const asked: URLSearchParams[] = [];
let service: Server;
let product: Product;

beforeAll(async () => {
  server = new SMTPServer({
    // A plain server on this machine that wants a password, as mail catchers for development are.
    disabledCommands: ["STARTTLS"],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      username === "parlando" && password === "p@ss word" ? done(null, { user: username }) : done(new Error("Wrong")),
    onData(stream, session, done) {
      if (refusals > 0) {
        refusals--;
        stream.resume();
        stream.once("end", () => done(Object.assign(new Error("Try again later"), { responseCode: 451 })));
        return;
      }
      simpleParser(stream).then((mail) => {
        const { mailFrom, rcptTo } = session.envelope;
        received.push({ from: mailFrom ? mailFrom.address : "", to: rcptTo.map(({ address }) => address), mail });
        done();
      }, done);
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address() as AddressInfo;
  service = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    const fields = new URLSearchParams(body);
    const isRepeat = asked.some((each) => each.get("response") === fields.get("response"));
    asked.push(fields);
    const success = fields.get("response")?.startsWith("good") === true && !isRepeat;
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ success, "error-codes": success ? [] : ["timeout-or-duplicate"] }));
  });
  await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
  product = await startProduct({
    SMTP_URL: `smtp://parlando:p%40ss%20word@127.0.0.1:${port}`,
    MAIL_FROM: "Parlando Grüße <hello@example.org>",
    TURNSTILE_SITE_KEY: "site-key",
    TURNSTILE_SECRET_KEY: "secret-key",
    TURNSTILE_VERIFY_URL: `http://127.0.0.1:${(service.address() as AddressInfo).port}/siteverify`,
  });
});
afterAll(async () => {
  await product?.stop();
  for (const each of [server, service]) await new Promise<void>((resolve) => each.close(() => resolve()));
});

describe("a mail server", () => {
  const mailFor = (email: string) => received.filter(({ to }) => to.includes(email));
  const WAIT = { timeout: 40_000, interval: 100 };

  it("delivers mail that a mail program can read, with a link that works", async () => {
    const visitor = new Visitor(product.url);
    const email = "ada@example.com";
    const page = await visitor.submit("/app/sign-up", { email, password: PASSWORD, first_name: "Ada é 🎙️" });
    expect(textOf(page.html)).toContain("Check your mail");
    expect(page.html).not.toContain("/dev/mailbox");
    await expect.poll(() => mailFor(email), WAIT).toHaveLength(1);
    const [{ from, mail } = expect.fail("no mail")] = mailFor(email);
    expect(from).toBe("hello@example.org");
    expect(mail.from?.value).toEqual([{ name: "Parlando Grüße", address: "hello@example.org" }]);
    expect(mail.subject).toBe("Verify your e-mail address");
    expect(mail.headers.get("auto-submitted")).toBe("auto-generated");
    expect(mail.messageId).toMatch(/^<job_\w+@example\.org>$/);
    // Nobody has shown yet that the address is Ada's.
    expect(mail.text).not.toContain("Ada");
    const link = /http\S+\/app\/action\S+/.exec(mail.text ?? "")![0];
    expect(mail.html).toContain(link.replaceAll("&", "&amp;"));

    const { pathname, search } = new URL(link);
    expect(textOf((await visitor.submit(pathname + search, {})).html)).toContain("Email verified successfully!");
    expect((await visitor.submit("/app/sign-in", { email, password: PASSWORD })).status).toBe(302);
  });

  it("gives mail that nobody has to get a button by which mail programs end it", async () => {
    const visitor = new Visitor(product.url);
    const email = "updates@example.com";
    const form = { email, password: PASSWORD, product_updates: "yes", first_name: "Ada é 🎙️" };
    await visitor.submit("/app/sign-up", form);
    await expect.poll(() => mailFor(email), WAIT).toHaveLength(1);
    const link = new URL(/http\S+\/app\/action\S+/.exec(mailFor(email)[0]!.mail.text ?? "")![0]);
    await visitor.submit(link.pathname + link.search, {});
    await expect.poll(() => mailFor(email), WAIT).toHaveLength(2);
    const [verification, { mail } = expect.fail("no mail")] = mailFor(email);
    expect(verification?.mail.headers.has("list")).toBe(false);
    expect(mail.subject).toBe("First steps");
    expect(mail.text).toContain("Hello Ada é 🎙️,");
    // The parser gathers the headers of lists.
    const list = mail.headers.get("list") as unknown as { unsubscribe: { url: string } };
    expect(list).toMatchObject({ "unsubscribe-post": { name: "List-Unsubscribe=One-Click" } });
    const end = new URL(list.unsubscribe.url);
    const response = await fetch(product.url + end.pathname + end.search, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: "List-Unsubscribe=One-Click",
    });
    expect(response.status).toBe(200);
  });

  it("sets mail so that it can be read by every program: text, and HTML that loads nothing", () => {
    for (const { mail } of received) {
      expect(mail.text).toMatch(/^Hello/);
      expect(mail.html).toContain("prefers-color-scheme:dark");
      expect(mail.html).not.toMatch(/<(img|link|script|iframe)/);
      // Each address that the text has can be clicked in the HTML.
      for (const [address] of (mail.text ?? "").matchAll(/https?:\/\/\S+/g))
        expect(mail.html).toContain(`href="${address.replaceAll("&", "&amp;")}"`);
    }
    expect(received.length).toBeGreaterThan(2);
  });

  it("tries again when the server refuses for the moment, and delivers once", async () => {
    refusals = 1;
    const email = "grace@example.com";
    await new Visitor(product.url).submit("/app/sign-up", { email, password: PASSWORD });
    await expect.poll(() => mailFor(email), WAIT).toHaveLength(1);
    expect(refusals).toBe(0);
  });

  it("keeps nothing of it in the mailbox of the installation", async () => {
    const { html } = await new Visitor(product.url).get("/dev/mailbox");
    expect(textOf(html)).toContain("No mail yet.");
  });
});

describe("a service against robots", () => {
  it("lets the pages around a sign-up load that service's widget, and no other page", async () => {
    const policyOf = async (path: string) =>
      (await new Visitor(product.url).get(path)).headers.get("content-security-policy") ?? "";
    for (const path of ["/app/sign-up", "/app/sign-in"]) {
      expect(await policyOf(path)).toMatch(/script-src [^;]*https:\/\/challenges\.cloudflare\.com(;|$)/);
      expect(await policyOf(path)).toContain("frame-src https://challenges.cloudflare.com");
    }
    for (const path of ["/", "/docs/api"]) expect(await policyOf(path)).not.toContain("cloudflare");
  });

  it("asks the service about each sign-up's token, and takes a token once", async () => {
    const visitor = new Visitor(product.url);
    const signUp = (email: string, captcha: string) =>
      visitor.submit("/app/sign-up", { email, password: PASSWORD, captcha });
    expect(textOf((await signUp("first@example.com", "good-1")).html)).toContain("Check your mail");
    expect(asked.at(-1)?.get("secret")).toBe("secret-key");
    for (const token of ["good-1", "bad"]) {
      const refused = await signUp("second@example.com", token);
      expect(refused.status).toBe(400);
      expect(textOf(refused.html)).toContain("The check against robots did not work out. Please try again.");
    }
    expect(textOf((await signUp("second@example.com", "good-2")).html)).toContain("Check your mail");
  });
});
