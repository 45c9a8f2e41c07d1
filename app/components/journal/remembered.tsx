import { Link } from "@remix-run/react";
import { t } from "~/i18n/t";

/** An entry of another year. */
export type RememberedLine = { id: string; because: string; day: string; name: string; excerpt: string };

/** What was written on this day in other years. */
export function RememberedList({ entries, className }: { entries: RememberedLine[]; className?: string }) {
  return (
    <section className={className} aria-labelledby="on-this-day">
      <h2 id="on-this-day" className="mb-3 text-lg font-semibold">
        {t("On this day")}
      </h2>
      <ul className="divide-y divide-line border-y border-line">
        {entries.map(({ id, because, day, name, excerpt }) => (
          <li key={id}>
            <Link
              to={`/journal/entries/${id}`}
              className="block py-4 text-ink no-underline hover:bg-sunk focus-visible:bg-sunk"
            >
              <span className="block text-sm text-muted">
                {because} · {day}
              </span>
              <span className="mt-0.5 block font-medium underline decoration-line underline-offset-4">
                {name}
              </span>
              {excerpt && <span className="mt-1 block font-serif text-muted">{excerpt}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
