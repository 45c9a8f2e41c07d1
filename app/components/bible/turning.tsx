import { Link } from "@remix-run/react";
import * as addresses from "~/addresses";
import { Icon } from "~/components/ui/icon";
import { withTranslation } from "./with-translation";

type Neighbour = { name: string; slug: string; chapter: number } | null;

/** The chapter before, the book, and the chapter after. */
export function Turning({
  label,
  book,
  previous,
  next,
  asked,
}: {
  label: string;
  book: { name: string; slug: string };
  previous: Neighbour;
  next: Neighbour;
  asked: string | null;
}) {
  const to = ({ slug, chapter }: NonNullable<Neighbour>) =>
    withTranslation(addresses.bibleChapter(slug, chapter), asked);
  return (
    <nav aria-label={label} className="no-print mb-8 flex flex-wrap items-center justify-between gap-x-6">
      {previous ? (
        <Link to={to(previous)} rel="prev" className="inline-flex min-h-11 items-center gap-1">
          <Icon name="chevron-left" size={18} />
          {previous.name}
        </Link>
      ) : (
        <span />
      )}{" "}
      <Link
        to={withTranslation(addresses.bibleBook(book.slug), asked)}
        className="inline-flex min-h-11 items-center"
      >
        {book.name}
      </Link>{" "}
      {next ? (
        <Link to={to(next)} rel="next" className="inline-flex min-h-11 items-center gap-1">
          {next.name}
          <Icon name="chevron-right" size={18} />
        </Link>
      ) : (
        <span />
      )}
    </nav>
  );
}
