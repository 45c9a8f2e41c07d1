import { Link } from "@remix-run/react";
import * as paths from "~/paths";

type Line = { id: string; said: string; name: string; excerpt: string };

/** Entries of one's own under a heading, each with the line above its name that says why it is here. */
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
              <span className="block text-sm text-muted">{line.said}</span>{" "}
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
