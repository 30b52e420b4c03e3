import { Fragment } from "react";

/** The text of a mail, its addresses as links. */
export function MailText({ text }: { text: string }) {
  // Splitting by a group puts the addresses at the odd places.
  const parts = text.split(/(https?:\/\/\S+)/);
  return (
    <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">
      {parts.map((part, i) => {
        const key = `${i}:${part}`;
        return i % 2 === 1 ? (
          <a key={key} href={part} className="underline underline-offset-2">
            {part}
          </a>
        ) : (
          <Fragment key={key}>{part}</Fragment>
        );
      })}
    </p>
  );
}
