import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  alreadyRegisteredMail,
  escapeHtml,
  passwordChangedMail,
  resetPasswordMail,
  verifyEmailMail,
} from "~/domains/accounts/mails";
import { parseSender, requireSingleLine } from "../../../workers/adapters/mail/mail-address";
import { createMailPort } from "../../../workers/adapters/mail/mailer";
import { parseSmtpUrl } from "../../../workers/adapters/mail/smtp-url";

const URL_IN_MAIL = "https://parlando.example/app/action?mode=verifyEmail&oobCode=abc&lang=en";

describe("mails", () => {
  const all = (firstName: string) => [
    verifyEmailMail({ firstName, url: URL_IN_MAIL, validHours: 48 }),
    resetPasswordMail({ firstName, url: URL_IN_MAIL, validMinutes: 60 }),
    alreadyRegisteredMail({ firstName, signInUrl: URL_IN_MAIL, forgotPasswordUrl: URL_IN_MAIL }),
    passwordChangedMail({ firstName, forgotPasswordUrl: URL_IN_MAIL }),
  ];

  it("hold their link in both bodies, escaped in the HTML", () => {
    for (const { text, html } of all("Ada")) {
      expect(text).toContain(URL_IN_MAIL);
      expect(html).toContain(escapeHtml(URL_IN_MAIL));
      expect(text).toContain("Hello Ada,");
    }
  });

  it("greet without a name where there is none", () => {
    for (const { text } of all(" \r\n ")) expect(text).toMatch(/^Hello,\n/);
  });

  it("cannot be given markup or header lines by a name", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.constant('<script>alert("x")</script>\r\nBcc: you@example.com')), (name) => {
        for (const { subject, html } of all(name)) {
          expect(subject).toMatch(/^[\x20-\x7e]+$/);
          expect(html).not.toMatch(/<(script|img)/i);
        }
      }),
    );
  });
});

describe("the sender", () => {
  it.each([
    ["Parlando <hello@example.org>", { name: "Parlando", email: "hello@example.org" }],
    ['"Parlando, the voice" <hello@example.org>', { name: "Parlando, the voice", email: "hello@example.org" }],
    ["<hello@example.org>", { email: "hello@example.org" }],
    [" hello@example.org ", { email: "hello@example.org" }],
  ])("is read from %j", (text, sender) => {
    expect(parseSender(text)).toEqual(sender);
  });

  it.each(["", "Parlando", "Parlando <hello>", "a <b@c>\r\nBcc: d@e", "a\n <b@c>"])(
    "is refused as %j, by the name of its setting",
    (text) => {
      expect(() => parseSender(text)).toThrow("MAIL_FROM");
    },
  );

  it("and every other header holds one line", () => {
    expect(() => requireSingleLine("subject", "Hello\r\nBcc: you@example.com")).toThrow("subject");
    expect(requireSingleLine("subject", "Grüße")).toBe("Grüße");
  });
});

describe("SMTP_URL", () => {
  it("asks for TLS from the start, or where the server offers it, or not on this machine", () => {
    expect(parseSmtpUrl("smtps://me:p%40ss@mail.example.org")).toMatchObject({
      host: "mail.example.org",
      port: 465,
      secure: true,
      startTls: false,
      credentials: { username: "me", password: "p@ss" },
    });
    expect(parseSmtpUrl("smtp://mail.example.org")).toMatchObject({ port: 587, secure: false, startTls: true });
    expect(parseSmtpUrl("smtp://127.0.0.1:2525")).toMatchObject({ port: 2525, startTls: false });
    expect(parseSmtpUrl("smtp://[::1]:2525")).toMatchObject({ host: "::1", startTls: false });
    expect(parseSmtpUrl("smtp://mail.example.org")).not.toHaveProperty("credentials");
  });

  it("is refused by name when it is no address", () => {
    expect(() => parseSmtpUrl("smtp://mail.example.org:port")).toThrow("SMTP_URL");
  });
});

describe("an installation in production", () => {
  const message = { to: "a@example.com", subject: "s", text: "t", html: "h" };
  const portFor = (variables: { SMTP_URL?: string; PUBLIC_URL?: string }, sent: unknown[] = []) =>
    createMailPort({
      variables: { APP_ENV: "production", ...variables },
      // Production never opens the mailbox, so there is none to open.
      database: undefined as never,
      enqueue: async (mail) => void sent.push(mail),
    });

  it.each([
    [{}, "SMTP_URL"],
    [{ SMTP_URL: "smtp://mail.example.org" }, "PUBLIC_URL"],
  ])("that has only %j says which setting is missing", async (variables, missing) => {
    expect(() => portFor(variables).requireConfigured()).toThrow(`${missing} is not set`);
    await expect(portFor(variables).send(message)).rejects.toMatchObject({
      status: 503,
      userMessage: `This installation cannot send mail yet: ${missing} is not set.`,
    });
  });

  it("hands mail to the queue once both are set", async () => {
    const sent: unknown[] = [];
    const settings = { SMTP_URL: "smtp://mail.example.org", PUBLIC_URL: "https://parlando.example" };
    await portFor(settings, sent).send(message);
    expect(sent).toEqual([message]);
  });
});
