import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Link, useLoaderData, useNavigate } from "@remix-run/react";
import clsx from "clsx";
import { Fragment, type MouseEvent } from "react";
import {
  BookSuggestions,
  ChapterLinks,
  TranslationLine,
  withTranslation,
} from "~/components/bible/bible-navigation";
import { Listen } from "~/components/bible/listen";
import { EntryLines } from "~/components/journal/entry-list";
import { RecordingPlayer } from "~/components/journal/passage-text";
import { ButtonLink } from "~/components/ui/button";
import { Icon } from "~/components/ui/icon";
import { PageHeading } from "~/components/ui/page-heading";
import { entriesForChapter } from "~/domain/journal/history/list-history.server";
import { bookBySlug, chapterName } from "~/domain/scripture/bible/bible-books";
import {
  chapterPage,
  chaptersOf,
  chooseTranslation,
  suggestBooks,
  textHeader,
} from "~/domain/scripture/bible/bible-pages.server";
import { hasLines, toParagraphs } from "~/domain/scripture/passages/passage";
import { recordingUrl } from "~/domain/scripture/passages/passages.server";
import { memberLoader } from "~/http/guards.server";
import { t } from "~/i18n/t";
import * as paths from "~/paths";

const CHAPTER_ID = "chapter";

type ChapterTextProps = {
  /** Heading above the first verse. */
  title: string;
  /** All verses in order, lines separated by "\n"; empty for a verse that the translation lacks. */
  verses: string[];
  marked: { from: number; to: number }[] | null;
  text: { language: string; direction: "ltr" | "rtl" };
  asked: string | null;
  /** Prose in paragraphs, in place of one verse per line. */
  isRunning: boolean;
};

/** A chapter; each number is a link that marks its verse. */
function ChapterText({ title, verses, marked, text, asked, isRunning }: ChapterTextProps) {
  const navigate = useNavigate();
  const isMarked = (number: number) => marked?.some(({ from, to }) => number >= from && number <= to);
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    navigate(event.currentTarget.search, { preventScrollReset: true });
  };
  const numberOf = (number: number) => (
    <sup className="verse-number">
      <a
        href={withTranslation(`?verse=${number}`, asked)}
        onClick={follow}
        aria-label={t("Verse {number}", { number })}
        aria-current={isMarked(number) || undefined}
      >
        {number}
      </a>
    </sup>
  );
  const shown = verses.flatMap((verse, at) => (verse ? [{ number: at + 1, text: verse }] : []));
  const blocks = isRunning ? toParagraphs(shown) : shown.map((verse) => ({ set: "lines" as const, verse }));
  return (
    <div id={CHAPTER_ID} lang={text.language} dir={text.direction} className="scripture mb-10 max-w-measure">
      {title && (
        <p data-heading="" className="mb-3 pl-5 italic text-muted">
          {title}
        </p>
      )}
      {blocks.map((block) =>
        block.set === "prose" ? (
          <p key={block.verses[0]?.number} className="verse-paragraph">
            {block.verses.map(({ number, text: verse }) => (
              <Fragment key={number}>
                <span id={`v${number}`} className={clsx("verse-run", isMarked(number) && "bg-accent-soft")}>
                  {numberOf(number)}
                  {verse}
                </span>{" "}
              </Fragment>
            ))}
          </p>
        ) : (
          <div
            key={block.verse.number}
            id={`v${block.verse.number}`}
            className={clsx(
              "verse",
              hasLines(block.verse) && "verse-poem",
              isMarked(block.verse.number) && "border-accent bg-accent-soft",
            )}
          >
            {block.verse.text.split("\n").map((line, at) => (
              <p key={at}>
                {at === 0 && numberOf(block.verse.number)}
                {line}
              </p>
            ))}
          </div>
        ),
      )}
    </div>
  );
}

type Neighbour = { name: string; slug: string; chapter: number } | null;

/** Links to the previous chapter, the book and the next chapter. */
function ChapterPager({
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
    withTranslation(paths.bibleChapter(slug, chapter), asked);
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
        to={withTranslation(paths.bibleBook(book.slug), asked)}
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

type Line = { id: string; day: string; reference: string; name: string; excerpt: string };

/** The member's entries with a passage of this chapter. */
function ChapterEntries({ entries }: { entries: Line[] }) {
  if (entries.length === 0) return null;
  return (
    <EntryLines
      id="written-with"
      heading={t("Your entries with this chapter")}
      lines={entries.map(({ day, reference, ...line }) => ({ ...line, caption: `${day} · ${reference}` }))}
      className="no-print mb-10"
    />
  );
}

export const meta: MetaFunction<typeof loader> = ({ data: page }) => [
  { title: t("{name} · Still and Know", { name: page?.title ?? t("The Bible") }) },
];

/** A chapter; `?verse=4-5` marks verses. A missing chapter shows the chapters of its book. */
export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ url, params, member }) => {
    const { translation, asked } = chooseTranslation(
      url.searchParams.get("translation"),
      member.prayer.translation,
    );
    const name = params.book ?? "";
    const book = bookBySlug(name);
    const number = /^[1-9]\d{0,2}$/.test(params.chapter ?? "") ? Number(params.chapter) : 0;
    const shown = book && chapterPage(translation, book, number, url.searchParams.get("verse"));
    const common = {
      text: textHeader(translation),
      asked: asked ?? null,
      name: name.slice(0, 60),
      book: book ? { name: book.name, slug: book.slug } : null,
      isRunning: member.look.runningVerses,
    };
    if (!book || !shown) {
      const chapters = book ? chaptersOf(translation, book) : [];
      const nearest = book ? [] : suggestBooks(name, translation);
      const title = book?.name ?? t("The Bible");
      return data(
        { ...common, title, chapters, nearest, shown: null, entries: [], recording: null },
        { status: 404 },
      );
    }
    const { chapters, ...page } = shown;
    const entries = await entriesForChapter(member, book, chapters);
    const title = chapterName(book, number);
    return data({
      ...common,
      title,
      chapters: [],
      nearest: [],
      shown: { ...page, number },
      entries,
      recording: recordingUrl(translation.id, book.slug, number),
    });
  });

/** Serves back navigation from a cache. */
export { cachedLoader as clientLoader } from "~/browser/page-cache";

export default function ChapterPage() {
  const { text, asked, name, title, book, chapters, nearest, shown, entries, recording, isRunning } =
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
          <BookSuggestions what={name} books={nearest} asked={asked} />
        )}
      </>
    );
  const here = paths.bibleChapter(book.slug, shown.number);
  return (
    <>
      <PageHeading title={title} eyebrow={text.name} />
      <ChapterPager
        label={t("Chapters")}
        book={book}
        previous={shown.previous}
        next={shown.next}
        asked={asked}
      />
      {shown.missing !== null && (
        <p role="status" className="mb-6">
          {t("There is no verse {verse} here: {chapter} ends with verse {last}.", {
            verse: shown.missing,
            chapter: title,
            last: shown.last,
          })}
        </p>
      )}
      <RecordingPlayer url={recording} name={title} />
      <Listen key={here} textId={CHAPTER_ID} language={text.language} />
      <ChapterText {...shown} text={text} asked={asked} isRunning={isRunning} />
      <p className="no-print mb-8">
        <ButtonLink to={paths.freePage({ passage: shown.reference })} variant="quiet">
          {shown.marked ? t("Write with these verses") : t("Write with this passage")}
        </ButtonLink>
      </p>
      <ChapterEntries entries={entries} />
      <ChapterPager
        label={t("More chapters")}
        book={book}
        previous={shown.previous}
        next={shown.next}
        asked={asked}
      />
      <TranslationLine text={text} currentPath={here} asked={asked} reference={shown.reference} />
    </>
  );
}
