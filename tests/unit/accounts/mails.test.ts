import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  addressChangedMail,
  addressInUseMail,
  addressRestoredMail,
  alreadyRegisteredMail,
  confirmNewAddressMail,
  verifyEmailMail,
} from "~/domains/accounts/mails/address";
import {
  accountErasedMail,
  accountKeptMail,
  dataExportReadyMail,
  deletionAskedElsewhereMail,
  deletionAskedMail,
} from "~/domains/accounts/mails/departure";
import { passwordChangedMail, resetPasswordMail } from "~/domains/accounts/mails/password";
import { firstStepsMail } from "~/domains/accounts/mails/product-updates";
import {
  backupCodeUsedMail,
  factorChangedMail,
  newDeviceMail,
  sensitiveActionMail,
} from "~/domains/accounts/mails/security";
import {
  supportAccessAskedMail,
  supportAccessEndedMail,
  supportAccessGrantedMail,
} from "~/domains/accounts/mails/support-access";
import { greetingName } from "~/domains/accounts/mails/words-of-others";
import { escapeHtml } from "~/lib/escape-html";
import { parseSender, requireSingleLine } from "../../../workers/adapters/mail/mail-address";
import { createMailPort } from "../../../workers/adapters/mail/mailer";
import { parseSmtpUrl } from "../../../workers/adapters/mail/smtp-url";

const OPT_OUT_URL = "https://parlando.example/app/action?mode=optOutOfUpdates";
const ONE_CLICK_URL = "https://parlando.example/v1/user/opt-out-of-updates?opt_out_updates_key=abc";
const URL_IN_MAIL = "https://parlando.example/app/action?mode=verifyEmail&oobCode=abc&lang=en";

const AT_MS = Date.UTC(2026, 0, 15, 9, 5);

/** Of those that go to an address that nobody has shown to be theirs. */
const TO_STRANGERS = ["Verify your e-mail address", "Confirm your new e-mail address"];
const nameOf = (firstName: string) => greetingName({ firstName, emailVerifiedAtMs: AT_MS });

describe("mails", () => {
  /** `theirs` stands for whatever somebody else may have written into a mail: names, addresses, devices, reasons. */
  const withLink = (theirs: string, locale = "en") => {
    const url = URL_IN_MAIL;
    const firstName = nameOf(theirs);
    const occasion = { atMs: AT_MS, locale, device: theirs, place: theirs };
    const links = { securityUrl: url, sessionsUrl: url, forgotPasswordUrl: url };
    return [
      verifyEmailMail({ url, validHours: 48, signedUpBefore: true }),
      resetPasswordMail({ firstName, url, validMinutes: 60 }),
      alreadyRegisteredMail({ firstName, signInUrl: url, forgotPasswordUrl: url }),
      passwordChangedMail({
        firstName,
        forgotPasswordUrl: url,
        securityUrl: url,
        endedSessions: "all",
        removed: [theirs],
        kept: [theirs],
      }),
      confirmNewAddressMail({ url, validHours: 24 }),
      addressInUseMail({ firstName, signInUrl: url }),
      addressChangedMail({
        firstName,
        locale,
        newEmail: theirs,
        atMs: AT_MS,
        revertUrl: url,
        validDays: 30,
        undoneDaysBefore: 30,
      }),
      addressRestoredMail({ firstName, removed: [theirs], kept: [theirs, theirs], wasClosed: true, securityUrl: url }),
      newDeviceMail({ firstName, occasion, ...links }),
      sensitiveActionMail({ firstName, url, validMinutes: 15 }),
      backupCodeUsedMail({ firstName, occasion, ...links }),
      factorChangedMail({ firstName, factor: theirs, change: "added", occasion, ...links }),
      factorChangedMail({ firstName, factor: theirs, change: "removed", occasion, ...links }),
      supportAccessAskedMail({ firstName, staffEmail: theirs, reason: theirs, url, validHours: 24, accessHours: 24 }),
      supportAccessGrantedMail({ firstName, locale, staffEmail: theirs, expiresAtMs: AT_MS, privacyUrl: url }),
      deletionAskedMail({ firstName, locale, eraseAtMs: AT_MS, keepUrl: url }),
      deletionAskedElsewhereMail({ firstName, locale, eraseAtMs: AT_MS, undoUrl: url, undoUntilMs: AT_MS }),
      accountKeptMail({ firstName, signInUrl: url }),
      dataExportReadyMail({ firstName, locale, url, expiresAtMs: AT_MS }),
      firstStepsMail({ firstName, appUrl: url, optOut: { url: OPT_OUT_URL, oneClickUrl: ONE_CLICK_URL } }),
    ];
  };
  const all = (theirs: string) => [
    ...withLink(theirs),
    supportAccessEndedMail({ firstName: nameOf(theirs), locale: "en", staffEmail: theirs, endedAtMs: AT_MS }),
    accountErasedMail({ firstName: nameOf(theirs) }),
  ];

  it("hold their link in both bodies, escaped in the HTML, where it can also be read", () => {
    for (const { text, html } of withLink("Ada")) {
      expect(text).toContain(`\n${URL_IN_MAIL}\n`);
      expect(html).toContain(`href="${escapeHtml(URL_IN_MAIL)}"`);
      expect(html).toContain(`>${escapeHtml(URL_IN_MAIL)}</a>`);
    }
  });

  it("say the same in both bodies", () => {
    for (const { text, html } of all("Ada")) {
      const words = html
        .replace(/<style>.*?<\/style>|<[^>]+>/gs, " ")
        .replaceAll("&#39;", "'")
        .replaceAll("&amp;", "&")
        .replace(/\s+/g, " ");
      for (const line of text.split("\n")) {
        const [label = "", value] = line.split(/: (?=\S)/);
        for (const part of value === undefined ? [line.replace(/:$/, "")] : [label, value]) {
          expect(words).toContain(part.trim());
        }
      }
    }
  });

  it("greet without a name where there is none", () => {
    for (const { text } of all(" \r\n ")) expect(text).toMatch(/^Hello,\n/);
    for (const { subject, text } of all("Ada"))
      expect(text).toMatch(TO_STRANGERS.includes(subject) ? /^Hello,\n/ : /^Hello Ada,\n/);
  });

  it("cannot be given markup, header lines or paragraphs by what others wrote", () => {
    const paragraphsOf = (text: string) => text.split("\n\n").length;
    const honest = all("Ada").map(({ text }) => paragraphsOf(text));
    const theirs = fc.oneof(
      fc.string(),
      fc.constant('<script>alert("x")</script>\r\nBcc: you@example.com\n\nPay here'),
    );
    fc.assert(
      fc.property(theirs, (name) => {
        all(`x${name}`).forEach(({ subject, html, text }, i) => {
          expect(subject).toMatch(/^[\x20-\x7e]+$/);
          expect(html).not.toMatch(/<(script|img)/i);
          expect(paragraphsOf(text)).toBe(honest[i]);
        });
      }),
    );
  });

  it("greet by plain names of all scripts, and by nothing that says more than a name", () => {
    for (const name of ["Ada", "Zoë-Marie", "O’Neill", "J. R. Ewing", "محمد", "می‌خواهم", "李小龍", "Ada é 🎙️", "R2 D2"])
      expect(nameOf(name)).toBe(name);
    for (const text of [
      "Your account is locked. Go to https://evil.example/login now",
      "evil.example",
      "evil。example",
      "a@evil.example",
      "www evil/login",
      "Ada, pay here: now",
      "Call 0800 123456 now",
      "Your account has been locked today",
      "x".repeat(41),
    ])
      expect(nameOf(text)).toBe("");
    expect(nameOf(" \u202eadA\u2066\u200b ")).toBe("adA");
    expect(greetingName({ firstName: "Ada", emailVerifiedAtMs: null })).toBe("");
  });

  it("hold no address to follow, nothing unseen and nothing turned around of what others typed", () => {
    const reason = "\u202eLook at https://evil.example/login, www.evil.example or mail help@evil.example\u200b now";
    const url = URL_IN_MAIL;
    const occasion = { atMs: AT_MS, locale: "en", device: "", place: "" };
    const firstName = nameOf("");
    for (const { text, html } of [
      supportAccessAskedMail({
        firstName,
        staffEmail: "help@staff.example",
        reason,
        url,
        validHours: 24,
        accessHours: 1,
      }),
      factorChangedMail({
        firstName,
        factor: reason,
        change: "added",
        occasion,
        securityUrl: url,
        forgotPasswordUrl: url,
      }),
    ])
      for (const body of [text, html]) {
        expect(body).toContain(
          "Look at https: //evil. example/login, www. evil. example or mail help@ evil. example now",
        );
        expect(body).not.toMatch(/evil\.example|[\u202e\u200b]/);
      }
  });

  it("load nothing from anywhere, and have colours for dark", () => {
    for (const { html } of all("Ada")) {
      expect(html).not.toMatch(/<(img|link|script|iframe)|url\(|@import/i);
      expect(html).toContain("prefers-color-scheme:dark");
      expect(html).toContain('<meta name="color-scheme" content="light dark">');
    }
  });

  it("write times in the reader's way, in UTC, which they name", () => {
    const mail = (locale: string) =>
      addressChangedMail({
        firstName: nameOf("Ada"),
        locale,
        newEmail: "a@example.com",
        atMs: AT_MS,
        revertUrl: URL_IN_MAIL,
        validDays: 30,
        undoneDaysBefore: 30,
      }).text;
    expect(mail("en")).toContain("When: January 15, 2026 at 9:05 AM UTC");
    expect(mail("de")).toContain("When: 15. Januar 2026 um 09:05 UTC");
  });

  it("that nobody has to get say how they end, to people and to their mail programs", () => {
    const { text, html, unsubscribeUrl } = withLink("Ada").at(-1)!;
    expect(text).toContain(OPT_OUT_URL);
    expect(html).toContain(OPT_OUT_URL);
    expect(unsubscribeUrl).toBe(ONE_CLICK_URL);
    for (const mail of withLink("Ada").slice(0, -1)) expect(mail.unsubscribeUrl).toBeUndefined();
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
