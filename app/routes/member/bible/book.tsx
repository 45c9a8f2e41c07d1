import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { BookSuggestions, ChapterLinks, TranslationLine } from "~/components/bible/bible-navigation";
import { PageHeading } from "~/components/ui/page-heading";
import { bookBySlug } from "~/domain/scripture/bible/bible-books";
import {
  chaptersOf,
  chooseTranslation,
  suggestBooks,
  textHeader,
} from "~/domain/scripture/bible/bible-pages.server";
import { memberLoader } from "~/http/guards.server";
import { t } from "~/i18n/t";
import * as paths from "~/paths";

export const meta: MetaFunction<typeof loader> = ({ data: page }) => [
  { title: t("{name} · Still and Know", { name: page?.book?.name ?? t("The Bible") }) },
];

/** Chapters of a book; suggests books for an unknown name. */
export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ url, params, member }) => {
    const { translation, asked } = chooseTranslation(
      url.searchParams.get("translation"),
      member.prayer.translation,
    );
    const name = params.book ?? "";
    const book = bookBySlug(name);
    const chapters = book ? chaptersOf(translation, book) : [];
    const page = {
      text: textHeader(translation),
      asked: asked ?? null,
      name: name.slice(0, 60),
      book: book ? { name: book.name, slug: book.slug } : null,
      chapters,
      nearest: book ? [] : suggestBooks(name, translation),
    };
    return data(page, { status: chapters.length > 0 ? 200 : 404 });
  });

/** Serves back navigation from a cache. */
export { cachedLoader as clientLoader } from "~/browser/page-cache";

export default function BookPage() {
  const { text, asked, name, book, chapters, nearest } = useLoaderData<typeof loader>();
  const all = paths.bible({ translation: asked ?? "" });
  return (
    <>
      <PageHeading
        title={book?.name ?? t("The Bible")}
        eyebrow={text.name}
        intro={<Link to={all}>{t("All books")}</Link>}
      />
      {!book && <BookSuggestions what={name} books={nearest} asked={asked} />}
      {book && chapters.length === 0 && (
        <p>{t("{translation} does not have this book. Another may have it.", { translation: text.name })}</p>
      )}
      {book && <ChapterLinks slug={book.slug} chapters={chapters} asked={asked} />}
      <TranslationLine text={text} currentPath={paths.bibleBook(name)} asked={asked} />
    </>
  );
}
