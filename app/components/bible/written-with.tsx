import { Link } from "@remix-run/react";
import { t } from "~/i18n/t";

type Line = { id: string; day: string; reference: string; name: string; excerpt: string };

/** One's own entries with a passage of this chapter. */
export function WrittenWith({ entries }: { entries: Line[] }) {
  if (entries.length === 0) return null;
  return (
    <section aria-labelledby="written-with" className="no-print mb-10">
      <h2 id="written-with" className="mb-3 text-lg font-semibold">
        {t("You have written with this chapter")}
      </h2>
      <ul className="divide-y divide-line border-y border-line">
        {entries.map(({ id, day, reference, name, excerpt }) => (
          <li key={id}>
            <Link
              to={`/journal/entries/${id}`}
              className="block py-4 text-ink no-underline hover:bg-sunk focus-visible:bg-sunk"
            >
              <span className="block text-sm text-muted">
                {day} · {reference}
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
