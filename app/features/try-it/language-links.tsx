/** The list that `language-links.server.tsx` has drawn. */
export function LanguageLinks({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: drawn by React from a list of ours
  return <div dangerouslySetInnerHTML={{ __html: html }} />;
}
