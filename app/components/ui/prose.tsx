import clsx from "clsx";
import type { ReactNode } from "react";
import type { Rendered } from "~/domain/journal/entries/entry";

/** Running text with headings, lists and quotations. */
export function Prose({ className, children }: { className?: string; children: ReactNode }) {
  return <div className={clsx("prose-quiet max-w-measure", className)}>{children}</div>;
}

/** Member's text as plain text with line breaks. */
export function PlainProse({ children }: { children: string }) {
  return (
    <p dir="auto" className="max-w-measure whitespace-pre-wrap break-words font-serif text-lg">
      {children}
    </p>
  );
}

/** Member's text with rendered Markdown, or as plain text if it has none. */
export function RenderedProse({ text }: { text: Rendered }) {
  if (typeof text === "string") return <PlainProse>{text}</PlainProse>;

  // The server generates and sanitizes this HTML (markdown.server.ts); typed HTML is escaped.
  return (
    <div dir="auto" className="written-rich max-w-measure" dangerouslySetInnerHTML={{ __html: text.html }} />
  );
}
