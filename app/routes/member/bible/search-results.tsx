import { Link } from "@remix-run/react";
import { withTranslation } from "~/components/bible/bible-navigation";
import { MarkedText } from "~/components/journal/entry-list";
import { TitledSection } from "~/components/ui/titled-section";
import type { BibleSearch } from "~/domain/scripture/bible/search-bible.server";
import { t, tn } from "~/i18n/t";
import * as paths from "~/paths";

type Book = { name: string; slug: string };
type Props = {
  search: BibleSearch;
  q: string;
  book: Book | null;
  text: { language: string; direction: "ltr" | "rtl" };
  translationParam: string | null;
};

/** Search results by book, with the search terms marked. */
export function BibleSearchResults({ search, q, book, text, translationParam }: Props) {
  const pathWith = (more: Record<string, string>) =>
    withTranslation(paths.bible({ q, ...more }), translationParam);
  const within = book && { book: book.slug };
  if (search.isEmpty) return <p className="mb-10">{t("Please enter a word or two to search for.")}</p>;
  return (
    <TitledSection
      id="found"
      title={
        search.count === 0
          ? t("No verse has these words.")
          : tn("{count} verse", "{count} verses", search.count)
      }
      className="mb-10"
      titleClass="mb-3 text-lg font-semibold"
    >
      {book && (
        <p className="no-print">
          <Link to={pathWith({})} className="inline-flex min-h-11 items-center text-sm">
            {t("All books")}
          </Link>
        </p>
      )}
      {search.counts.length > 1 && <Books counts={search.counts} book={book} address={pathWith} />}
      {search.books.map(({ name, slug, verses }) => (
        <div key={slug} className="mb-6">
          <h3 className="mb-2 font-semibold">{name}</h3>
          <ul className="max-w-measure space-y-3">
            {verses.map(({ place, chapter, verse, pieces }) => (
              <li key={`${chapter}.${verse}`}>
                <Link
                  to={withTranslation(
                    `${paths.bibleChapter(slug, chapter, { verse })}#v${verse}`,
                    translationParam,
                  )}
                >
                  {place}
                </Link>{" "}
                <span lang={text.language} dir={text.direction} className="font-serif">
                  <MarkedText pieces={pieces} />
                </span>
              </li>
            ))}
          </ul>
        </div>
      ))}
      {search.after !== null && (
        <p className="no-print">
          <Link to={pathWith({ ...within, after: search.after })} rel="next">
            {t("More verses")}
          </Link>
        </p>
      )}
    </TitledSection>
  );
}

/** Collapsed, because a list of up to eighty books would push the first verse down. */
function Books({
  counts,
  book,
  address: pathWith,
}: {
  counts: BibleSearch["counts"];
  book: Book | null;
  address: (more: Record<string, string>) => string;
}) {
  return (
    <details className="no-print mb-6 text-sm">
      <summary className="inline-flex min-h-11 items-center text-muted underline underline-offset-4">
        {t("Books with these words")}
      </summary>
      <nav aria-label={t("Books with these words")}>
        <ul className="flex flex-wrap gap-x-4">
          {counts.map(({ name, slug, count }) => (
            <li key={slug}>
              <Link
                to={pathWith({ book: slug })}
                aria-current={slug === book?.slug ? "page" : undefined}
                className="inline-flex min-h-11 items-center"
              >
                {name} ({count})
              </Link>{" "}
            </li>
          ))}
        </ul>
      </nav>
    </details>
  );
}
