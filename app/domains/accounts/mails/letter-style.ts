/**
 * Colours and sizes of mails. They repeat some of `app/ui/tokens.css`, since mail programs know no variables: light stands
 * in the elements, dark in a style sheet for the programs that read one; those that turn colours around by themselves find
 * nothing that breaks (no pictures, no text without its own colour).
 */
const FONT = "'Instrument Sans',system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

export const STYLES = {
  page: `margin:0;padding:0;background:#FBFAF7;color:#16171B;font:16px/24px ${FONT};-webkit-text-size-adjust:100%`,
  preview: "display:none;max-height:0;overflow:hidden;mso-hide:all",
  column: "max-width:520px;text-align:left",
  card: "padding:28px 28px 12px;background:#FFFFFF;border:1px solid #E6E3DC;border-radius:10px",
  title: `margin:0 0 16px;font:600 20px/28px ${FONT};color:#16171B`,
  paragraph: "margin:0 0 16px;color:#16171B",
  small: "margin:0 0 16px;font-size:14px;line-height:20px;color:#5D6069",
  link: "color:#5D6069;word-break:break-all",
  button: `display:inline-block;padding:12px 20px;font:500 16px/24px ${FONT};color:#FFFFFF;text-decoration:none;border-radius:6px`,
  facts: "margin:0 0 20px;border-top:1px solid #E6E3DC;border-collapse:collapse",
  factLabel:
    "padding:8px 16px 8px 0;font-size:14px;line-height:20px;color:#5D6069;vertical-align:top;white-space:nowrap",
  fact: "padding:8px 0;font-size:14px;line-height:20px;color:#16171B;width:100%;word-break:break-word",
  foot: "padding:20px 0 0;font-size:14px;line-height:20px;color:#5D6069",
  name: `padding-left:6px;font:600 17px/20px ${FONT};letter-spacing:-0.3px;color:#16171B`,
} as const;

const DARK = [
  [".paper", "background:#121316"],
  [".surface", "background:#1A1C20"],
  [".hairline", "border-color:#2B2E34"],
  [".ink", "color:#F2F0EA"],
  [".muted", "color:#A2A5AD"],
  [".bar", "background:#F2F0EA"],
  [".accent-bar", "background:#FF6B55"],
  [".fill", "background:#FF6B55"],
  [".on-fill", "color:#16171B"],
] as const;

export const MAIL_STYLE = [
  ":root{color-scheme:light dark;supported-color-schemes:light dark}",
  `@media (prefers-color-scheme:dark){${DARK.map(([selector, rule]) => `${selector}{${rule}!important}`).join("")}}`,
].join("");
