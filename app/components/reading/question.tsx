import { Link } from "@remix-run/react";
import { Icon } from "~/components/ui/icon";
import type { FaqAnswer } from "~/content/schemas";

/** One question that opens on its answer, without script. */
export function Question({ id, question, paragraphs, more }: FaqAnswer) {
  return (
    <details id={id} className="group border-b border-line">
      <summary className="flex min-h-14 items-center justify-between gap-4 py-3 font-medium">
        {question}
        <Icon name="plus" className="shrink-0 text-muted transition group-open:[transform:rotate(45deg)]" />
      </summary>
      <div className="prose-quiet max-w-measure pb-6">
        {paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        {more && (
          <p>
            <Link to={more.to} reloadDocument>
              {more.label}
            </Link>
          </p>
        )}
      </div>
    </details>
  );
}
