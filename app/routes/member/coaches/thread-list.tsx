import { Link } from "@remix-run/react";
import { SOFTWARE_LINE } from "~/domain/coaches/roster";
import { t, tn } from "~/i18n/t";
import * as paths from "~/paths";

type ThreadListLine = { id: string; name: string; when: string; turns: number; begins: string };

export function ThreadList({ threads, named = false }: { threads: ThreadListLine[]; named?: boolean }) {
  return (
    <ul className="divide-y divide-line border-y border-line">
      {threads.map(({ id, name, when, turns, begins }) => (
        <li key={id}>
          <Link
            to={paths.thread(id)}
            className="block py-4 text-ink no-underline hover:bg-sunk focus-visible:bg-sunk"
          >
            <span className="block text-sm text-muted">
              {when} · {tn("{count} turn", "{count} turns", turns)}
            </span>{" "}
            <span
              dir="auto"
              className="mt-0.5 block font-medium underline decoration-line underline-offset-4"
            >
              {named ? name : begins || t("Started")}
            </span>{" "}
            {named && begins && (
              <span dir="auto" className="mt-1 block font-serif text-muted">
                {begins}
              </span>
            )}
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** Notice on every coach page: the coach is software, and human help is one link away. */
export function SoftwareLine() {
  return (
    <p
      role="note"
      className="mb-8 flex flex-wrap items-center justify-between gap-x-6 rounded border-l-4 border-edge bg-sunk px-4 py-2 text-sm"
    >
      <span className="py-1">{SOFTWARE_LINE}</span>{" "}
      <Link to={paths.safety()} reloadDocument className="inline-flex min-h-11 items-center font-medium">
        {t("Need help now?")}
      </Link>
    </p>
  );
}
