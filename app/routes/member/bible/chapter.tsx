import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import * as addresses from "~/addresses";
import { ChapterLinks } from "~/components/bible/chapter-links";
import { ChapterText } from "~/components/bible/chapter-text";
import { Listen } from "~/components/bible/listen";
import { NearestBooks } from "~/components/bible/nearest-books";
import { TextLine } from "~/components/bible/text-line";
import { Turning } from "~/components/bible/turning";
import { WrittenWith } from "~/components/bible/written-with";
import { ButtonLink } from "~/components/ui/button";
import { PageHeading } from "~/components/ui/page-heading";
import { writtenWith } from "~/domain/journal/history/written-with.server";
import { bookBySlug, chapterName } from "~/domain/scripture/bible/bible-books";
import {
  booksNear,
  chapterPage,
  chaptersOf,
  chooseTranslation,
  textShown,
} from "~/domain/scripture/bible/bible-pages.server";
import { memberLoader } from "~/http/loaders.server";
import { t } from "~/i18n/t";

export const meta: MetaFunction<typeof loader> = ({ data: page }) => [
  { title: t("{name} · Still and Know", { name: page?.title ?? t("The Bible") }) },
];

/** A chapter, with the verses that `?verse=4-5` names marked. One that does not exist leads to its book. */
export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ url, params, member }) => {
    const { shelved, asked } = chooseTranslation(
      url.searchParams.get("translation"),
      member.prayer.translation,
    );
    const name = params.book ?? "";
    const book = bookBySlug(name);
    const number = /^[1-9]\d{0,2}$/.test(params.chapter ?? "") ? Number(params.chapter) : 0;
    const shown = book && chapterPage(shelved, book, number, url.searchParams.get("verse"));
    const common = {
      text: textShown(shelved),
      asked: asked ?? null,
      name: name.slice(0, 60),
      book: book ? { name: book.name, slug: book.slug } : null,
    };
    if (!book || !shown) {
      const chapters = book ? chaptersOf(shelved, book) : [];
      const nearest = book ? [] : booksNear(name, shelved);
      const title = book?.name ?? t("The Bible");
      return data({ ...common, title, chapters, nearest, shown: null, entries: [] }, { status: 404 });
    }
    const { chapters, ...page } = shown;
    const entries = await writtenWith(member, book, chapters);
    const title = chapterName(book, number);
    return data({
      ...common,
      title,
      chapters: [],
      nearest: [],
      shown: { ...page, number },
      entries,
    });
  });

/** Going back and forth reads from the memory for a while. */
export { cachedLoader as clientLoader } from "~/browser/page-cache";

export default function ChapterPage() {
  const { text, asked, name, title, book, chapters, nearest, shown, entries } =
    useLoaderData<typeof loader>();
  if (!shown || !book)
    return (
      <>
        <PageHeading title={title} eyebrow={text.name} />
        {book ? (
          <>
            <p className="mb-6">{t("This book does not have that chapter. These are its chapters.")}</p>
            <ChapterLinks slug={book.slug} chapters={chapters} asked={asked} />
          </>
        ) : (
          <NearestBooks what={name} books={nearest} asked={asked} />
        )}
      </>
    );
  const here = addresses.bibleChapter(book.slug, shown.number);
  return (
    <>
      <PageHeading title={title} eyebrow={text.name} />
      <Turning label={t("Chapters")} book={book} previous={shown.previous} next={shown.next} asked={asked} />
      {shown.missing !== null && (
        <p role="status" className="mb-6">
          {t("There is no verse {verse} here: {chapter} ends with verse {last}.", {
            verse: shown.missing,
            chapter: title,
            last: shown.last,
          })}
        </p>
      )}
      <Listen key={here} language={text.language} />
      <ChapterText {...shown} text={text} asked={asked} />
      <p className="no-print mb-8">
        <ButtonLink to={addresses.freePage({ passage: shown.reference })} variant="quiet">
          {shown.marked ? t("Write with these verses") : t("Write with this passage")}
        </ButtonLink>
      </p>
      <WrittenWith entries={entries} />
      <Turning
        label={t("More chapters")}
        book={book}
        previous={shown.previous}
        next={shown.next}
        asked={asked}
      />
      <TextLine text={text} here={here} asked={asked} reference={shown.reference} />
    </>
  );
}
