/** The mails of accounts: plain functions from facts to a subject and two bodies that say the same. */
import type { MailMessage } from "./ports";

type Content = Pick<MailMessage, "subject" | "text" | "html">;

interface Letter {
  subject: string;
  paragraphs: string[];
  action?: { label: string; url: string };
  /** Small print after the action. */
  footnote: string;
}

export function verifyEmailMail(facts: { firstName: string; url: string; validHours: number }): Content {
  return write({
    subject: "Verify your e-mail address",
    paragraphs: [greeting(facts.firstName), "One step is left: show us that this address is yours."],
    action: { label: "Verify e-mail address", url: facts.url },
    footnote: `The link works once, for ${facts.validHours} hours. If you did not sign up, ignore this mail: without the link nobody can use the account.`,
  });
}

export function resetPasswordMail(facts: { firstName: string; url: string; validMinutes: number }): Content {
  return write({
    subject: "Choose a new password",
    paragraphs: [greeting(facts.firstName), "Somebody, probably you, asked for a new password for this address."],
    action: { label: "Choose a new password", url: facts.url },
    footnote: `The link works once, for ${facts.validMinutes} minutes. If it was not you, ignore this mail: your password stays as it is.`,
  });
}

export function alreadyRegisteredMail(facts: {
  firstName: string;
  signInUrl: string;
  forgotPasswordUrl: string;
}): Content {
  return write({
    subject: "You already have an account",
    paragraphs: [
      greeting(facts.firstName),
      "Somebody, probably you, tried to sign up with this address, which has an account already. Nothing was changed.",
      `Should you have forgotten your password, choose a new one: ${facts.forgotPasswordUrl}`,
    ],
    action: { label: "Sign in", url: facts.signInUrl },
    footnote: "If it was not you, there is nothing to do.",
  });
}

export function passwordChangedMail(facts: { firstName: string; forgotPasswordUrl: string }): Content {
  return write({
    subject: "Your password was changed",
    paragraphs: [
      greeting(facts.firstName),
      "Your password was changed just now, and you were signed out everywhere.",
      `If it was not you, choose a new password at once: ${facts.forgotPasswordUrl}`,
    ],
    footnote: "You get this mail whenever your password changes.",
  });
}

/** For text that goes into HTML, in element content and in quoted attributes. */
export function escapeHtml(text: string): string {
  const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

function greeting(firstName: string): string {
  const name = firstName.replace(/\s+/g, " ").trim();
  return name === "" ? "Hello," : `Hello ${name},`;
}

function write({ subject, paragraphs, action, footnote }: Letter): Content {
  const text = [...paragraphs, ...(action ? [`${action.label}:\n${action.url}`] : []), footnote, "Parlando"].join(
    "\n\n",
  );
  const paragraph = (content: string, style: string) => `<p style="margin:0 0 16px;${style}">${content}</p>`;
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:32px 16px;background:#FBFAF7;color:#16171B;font:16px/24px system-ui,sans-serif">
<div style="max-width:480px;margin:0 auto">
${paragraphs.map((content) => paragraph(escapeHtml(content), "")).join("\n")}
${action ? paragraph(`<a href="${escapeHtml(action.url)}" style="display:inline-block;padding:12px 20px;border-radius:6px;background:#C23A28;color:#FFFFFF;text-decoration:none">${escapeHtml(action.label)}</a>`, "") : ""}
${action ? paragraph(`Or copy this address into your browser:<br><span style="word-break:break-all">${escapeHtml(action.url)}</span>`, "font-size:14px;line-height:20px") : ""}
${paragraph(escapeHtml(footnote), "font-size:14px;line-height:20px;color:#5D6069")}
${paragraph("Parlando", "color:#5D6069")}
</div></body></html>
`;
  return { subject, text, html };
}
