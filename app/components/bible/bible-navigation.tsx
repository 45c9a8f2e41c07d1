import { Form, Link } from "@remix-run/react";
import { Button } from "~/components/ui/button";
import { t } from "~/i18n/t";
import * as paths from "~/paths";

/** Adds a requested translation to a URL. Null (the member's own choice) adds nothing. */
export function withTranslation(address: string, translationParam: string | null): string {
  if (translationParam === null) return address;
  return `${address}${address.includes("?") ? "&" : "?"}translation=${encodeURIComponent(translationParam)}`;
}

export function BookLinks({
  books,
  asked,
  className,
}: {
  books: { name: string; slug: string }[];
  asked: string | null;
  className: string;
}) {
  return (
    <ul className={className}>
      {books.map(({ name, slug }) => (
        <li key={slug}>
          <Link
            to={withTranslation(paths.bibleBook(slug), asked)}
            className="inline-flex min-h-11 items-center"
          >
            {name}
          </Link>{" "}
        </li>
      ))}
    </ul>
  );
}

/** Suggests the books whose names are closest to an unknown reference. */
export function BookSuggestions({
  what,
  books,
  asked,
}: {
  what: string;
  books: { name: string; slug: string }[];
  asked: string | null;
}) {
  return (
    <div role="status" className="mb-8 max-w-measure">
      <p className="mb-2">{t("We do not know “{what}”. Did you mean one of these books?", { what })}</p>
      <BookLinks books={books} asked={asked} className="flex flex-wrap gap-x-6" />
    </div>
  );
}

export function ChapterLinks({
  slug,
  chapters,
  asked,
}: {
  slug: string;
  chapters: number[];
  asked: string | null;
}) {
  return (
    <nav aria-label={t("Chapters")} className="mb-10">
      <ul className="flex flex-wrap gap-2">
        {chapters.map((chapter) => (
          <li key={chapter}>
            <Link
              to={withTranslation(paths.bibleChapter(slug, chapter), asked)}
              className="inline-flex min-h-11 min-w-11 items-center justify-center rounded border border-line px-2 no-underline hover:border-ink"
            >
              <span className="sr-only">{t("Chapter")} </span>
              {chapter}
            </Link>{" "}
          </li>
        ))}
      </ul>
    </nav>
  );
}

type Text = { id: string; name: string; licence: string; others: { id: string; name: string }[] };

/** Name and licence of the translation, and a form to choose another. */
export function TranslationLine({
  text,
  currentPath,
  reference,
}: {
  text: Text;
  /** Path of the form when there is no `reference`. */
  currentPath: string;
  asked: string | null;
  /** Reference in the versification of the default translation; the chosen one may number chapters differently. */
  reference?: string;
}) {
  return (
    <div className="mt-12 border-t border-line pt-6 text-sm text-muted">
      {text.others.length > 1 && (
        <Form
          method="get"
          action={reference === undefined ? currentPath : paths.passage()}
          className="no-print mb-4 flex flex-wrap items-end gap-3"
        >
          {reference !== undefined && <input type="hidden" name="ref" value={reference} />}
          <div>
            <label htmlFor="bible-translation" className="mb-1.5 block font-medium text-ink">
              {t("Translation")}
            </label>
            <select id="bible-translation" name="translation" defaultValue={text.id} className="control">
              {text.others.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </div>{" "}
          <Button type="submit" variant="quiet">
            {t("Show")}
          </Button>
        </Form>
      )}
      <p>
        {text.name}. {text.licence}
      </p>
    </div>
  );
}
