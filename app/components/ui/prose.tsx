import clsx from "clsx";
import type { ReactNode } from "react";
import type { Rendered } from "~/domain/journal/entries/entry-view";

/** Running text at a comfortable measure, with headings, lists and quotations set. */
export function Prose({ className, children }: { className?: string; children: ReactNode }) {
  return <div className={clsx("prose-quiet max-w-measure", className)}>{children}</div>;
}

/** What a person wrote, as they wrote it: plain text with its line breaks. */
export function PlainProse({ children }: { children: string }) {
  return (
    <p dir="auto" className="max-w-measure whitespace-pre-wrap break-words font-serif text-lg">
      {children}
    </p>
  );
}

/** The same for reading: light Markdown is set as it was meant, everything else stays as it was typed. */
export function RenderedProse({ text }: { text: Rendered }) {
  if (typeof text === "string") return <PlainProse>{text}</PlainProse>;

  // The HTML is the server's own, made of text and cleaned (markdown.server.ts); what was typed as HTML is text in it.
  return (
    <div dir="auto" className="written-rich max-w-measure" dangerouslySetInnerHTML={{ __html: text.html }} />
  );
}
