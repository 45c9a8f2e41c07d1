import { Link } from "@remix-run/react";
import { Icon } from "~/components/ui/icon";
import type { SnippetPart } from "~/domain/journal/history/search";
import { t } from "~/i18n/t";
import * as paths from "~/paths";

type EntryLine = {
  id: string;
  /** Formatted, such as "Friday 20 November". */
  day: string;
  name: string;
  excerpt: string;
  tags: string[];
  favourite: boolean;
  /** Id of the first picture. */
  picture?: string | null;
  /** Search snippet, shown in place of the excerpt. */
  found?: SnippetPart[];
};

export function EntryList({ entries }: { entries: EntryLine[] }) {
  return (
    <ul className="divide-y divide-line border-y border-line">
      {entries.map((entry) => (
        <li key={entry.id}>
          <Link
            to={paths.entry(entry.id)}
            className="flow-root py-4 text-ink no-underline hover:bg-sunk focus-visible:bg-sunk"
          >
            {entry.picture && (
              <img
                src={paths.picture(entry.picture, { size: "small" })}
                alt=""
                width={64}
                height={64}
                loading="lazy"
                decoding="async"
                className="float-right ml-4 size-16 rounded object-cover"
              />
            )}
            <span className="flex flex-wrap items-baseline gap-x-3 text-sm text-muted">
              {entry.day}{" "}
              {entry.favourite && (
                <span className="inline-flex items-center gap-1 text-accent">
                  <Icon name="heart" size={14} className="fill-current" /> {t("Favourite")}
                </span>
              )}
            </span>{" "}
            <span
              dir="auto"
              className="mt-0.5 block font-medium underline decoration-line underline-offset-4"
            >
              {entry.name}
            </span>{" "}
            {(entry.found || entry.excerpt) && (
              <span dir="auto" className="mt-1 block font-serif text-muted">
                {entry.found ? <MarkedText pieces={entry.found} /> : entry.excerpt}
              </span>
            )}{" "}
            {entry.tags.length > 0 && (
              <span dir="auto" className="mt-1 block text-sm text-muted">
                {entry.tags.map((tag) => `#${tag}`).join(" ")}
              </span>
            )}
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** Text with the search matches marked. */
export function MarkedText({ pieces }: { pieces: SnippetPart[] }) {
  return pieces.map(({ text, hit }, at) =>
    hit ? (
      <mark key={at} className="bg-accent-soft font-semibold text-ink underline decoration-accent">
        {text}
      </mark>
    ) : (
      <span key={at}>{text}</span>
    ),
  );
}

type Line = { id: string; caption: string; name: string; excerpt: string };

/** Links to entries under a heading. `caption` is the reason above a name, such as "A year ago". */
export function EntryLines({
  id,
  heading,
  lines,
  className,
}: {
  id: string;
  heading: string;
  lines: Line[];
  className?: string;
}) {
  return (
    <section aria-labelledby={id} className={className}>
      <h2 id={id} className="mb-3 text-lg font-semibold">
        {heading}
      </h2>
      <ul className="divide-y divide-line border-y border-line">
        {lines.map((line) => (
          <li key={line.id}>
            <Link
              to={paths.entry(line.id)}
              className="block py-4 text-ink no-underline hover:bg-sunk focus-visible:bg-sunk"
            >
              <span className="block text-sm text-muted">{line.caption}</span>{" "}
              <span
                dir="auto"
                className="mt-0.5 block font-medium underline decoration-line underline-offset-4"
              >
                {line.name}
              </span>{" "}
              {line.excerpt && (
                <span dir="auto" className="mt-1 block font-serif text-muted">
                  {line.excerpt}
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

type RememberedLine = { id: string; because: string; day: string; name: string; excerpt: string };

/** Entries of other years on this day. */
export function RememberedList({ entries, className }: { entries: RememberedLine[]; className?: string }) {
  return (
    <EntryLines
      id="on-this-day"
      heading={t("On this day")}
      lines={entries.map(({ because, day, ...line }) => ({ ...line, caption: `${because} · ${day}` }))}
      className={className}
    />
  );
}
