/** The one layout of every mail: from facts to a subject and two bodies, HTML and text, that say the same. */
import { escapeHtml } from "../../../lib/escape-html";
import type { MailMessage } from "../ports";
import { MAIL_STYLE, STYLES } from "./letter-style";
import { type GreetingName, visibleLine as inOneLine } from "./words-of-others";

export type MailContent = Pick<MailMessage, "subject" | "text" | "html" | "unsubscribeUrl">;

/** How mail that nobody has to get ends. */
export interface OptOut {
  /** A page that asks. */
  url: string;
  /** Ends it by a POST, for the button of mail programs (RFC 8058). */
  oneClickUrl: string;
}

export interface Letter {
  subject: string;
  /** Whom it greets; nobody by name where it is empty or absent. */
  firstName?: GreetingName;
  paragraphs: string[];
  /** What happened, line by line: what it is and how it was. */
  facts?: { label: string; value: string }[];
  /** The one thing to do; its address also stands in the mail as plain text. */
  action?: { label: string; url: string };
  /** What to do where the reader knows nothing of it: an address of its own. */
  otherwise?: { text: string; url: string };
  /** Small print: how long it works, and what to do where it was somebody else. */
  footnote: string;
  /** In mail that nobody has to get: where it ends. */
  optOut?: OptOut;
}

export function writeMail(letter: Letter): MailContent {
  return {
    subject: letter.subject,
    text: textOf(letter),
    html: htmlOf(letter),
    ...(letter.optOut ? { unsubscribeUrl: letter.optOut.oneClickUrl } : {}),
  };
}

/** A time as a mail says it, in the reader's way of writing and in UTC, which it names. */
export function mailTime(timeMs: number, locale: string): string {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeStyle: "short", timeZone: "UTC" });
  return `${format.format(timeMs)} UTC`;
}

/** A day as a mail says it, as `mailTime`. */
export function mailDay(timeMs: number, locale: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" }).format(timeMs);
}

const OPT_OUT = "You get this mail because you asked for news of the product. No more of them:";

const greetingOf = (firstName: GreetingName | undefined) => (firstName ? `Hello ${firstName},` : "Hello,");

function textOf({ firstName, paragraphs, facts, action, otherwise, footnote, optOut }: Letter): string {
  return [
    greetingOf(firstName),
    ...paragraphs.map(inOneLine),
    ...(facts ? [facts.map(({ label, value }) => `${label}: ${inOneLine(value)}`).join("\n")] : []),
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...(otherwise ? [`${otherwise.text}\n${otherwise.url}`] : []),
    footnote,
    "Parlando",
    ...(optOut ? [`${OPT_OUT}\n${optOut.url}`] : []),
  ].join("\n\n");
}

function htmlOf(letter: Letter): string {
  const { subject, firstName, paragraphs, facts, action, otherwise, footnote, optOut } = letter;
  const body = [
    paragraph(greetingOf(firstName)),
    ...paragraphs.map(paragraph),
    ...(facts ? [factsTable(facts)] : []),
    ...(action ? [button(action)] : []),
    ...(otherwise ? [small(escapeHtml(otherwise.text), otherwise.url)] : []),
    small(escapeHtml(footnote)),
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${MAIL_STYLE}</style>
</head>
<body class="paper" style="${STYLES.page}">
<div style="${STYLES.preview}">${escapeHtml(paragraphs[0] ?? "")}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="${STYLES.column}">
<tr><td style="padding:0 0 20px">${LOGO}</td></tr>
<tr><td class="surface hairline" style="${STYLES.card}">
<h1 class="ink" style="${STYLES.title}">${escapeHtml(subject)}</h1>
${body.join("\n")}
</td></tr>
<tr><td class="muted" style="${STYLES.foot}">Parlando${optOut ? `<br><br>${small(escapeHtml(OPT_OUT), optOut.url)}` : ""}</td></tr>
</table>
</td></tr></table>
</body>
</html>
`;
}

const paragraph = (text: string) => `<p class="ink" style="${STYLES.paragraph}">${escapeHtml(inOneLine(text))}</p>`;

function small(html: string, url?: string): string {
  const link = url
    ? `<br><a href="${escapeHtml(url)}" class="muted" style="${STYLES.link}">${escapeHtml(url)}</a>`
    : "";
  return `<p class="muted" style="${STYLES.small}">${html}${link}</p>`;
}

function button({ label, url }: { label: string; url: string }): string {
  return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:4px 0 20px"><tr><td class="fill" bgcolor="#CF3D29" style="border-radius:6px"><a href="${escapeHtml(url)}" class="on-fill" style="${STYLES.button}">${escapeHtml(label)}</a></td></tr></table>
${small("Or copy this address into your browser:", url)}`;
}

function factsTable(facts: { label: string; value: string }[]): string {
  const rows = facts.map(
    ({ label, value }) =>
      `<tr><td class="muted" style="${STYLES.factLabel}">${escapeHtml(label)}</td><td class="ink" style="${STYLES.fact}">${escapeHtml(inOneLine(value))}</td></tr>`,
  );
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="hairline" style="${STYLES.facts}">${rows.join("")}</table>`;
}

/** The five bars of the mark, drawn with table cells: mail programs show no pictures until they are asked to. */
const LOGO = (() => {
  const bar = (height: number, accent = false) =>
    `<td valign="middle" style="padding-right:2px"><div class="${accent ? "accent-bar" : "bar"}" style="width:3px;height:${height}px;border-radius:2px;background:${accent ? "#D9432F" : "#16171B"};font-size:0;line-height:0">&nbsp;</div></td>`;
  const bars = `${bar(8)}${bar(20)}${bar(12)}${bar(16, true)}${bar(6)}`;
  return `<table role="presentation" cellpadding="0" cellspacing="0"><tr style="height:20px">${bars}<td class="ink" style="${STYLES.name}">Parlando</td></tr></table>`;
})();
