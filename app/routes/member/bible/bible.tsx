import { data, redirect, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import * as addresses from "~/addresses";
import { BibleForms } from "~/components/bible/bible-forms";
import { BookList } from "~/components/bible/book-list";
import { FoundVerses } from "~/components/bible/found-verses";
import { NearestBooks } from "~/components/bible/nearest-books";
import { TextLine } from "~/components/bible/text-line";
import { TypedPlaces } from "~/components/bible/typed-places";
import { PageHeading } from "~/components/ui/page-heading";
import { bookBySlug } from "~/domain/scripture/bible/bible-books";
import { booksByTestament, chooseTranslation, textShown } from "~/domain/scripture/bible/bible-pages.server";
import { searchBible } from "~/domain/scripture/bible/search-bible.server";
import { whereTyped } from "~/domain/scripture/bible/typed-reference.server";
import { memberLoader } from "~/http/loaders.server";
import { t } from "~/i18n/t";

export const meta: MetaFunction = () => [{ title: t("The Bible · Still and Know") }];

/** The books; with `?ref=` the way to a place, with `?q=` the verses that have some words. */
export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ url, member }) => {
    const query = url.searchParams;
    const { shelved, asked } = chooseTranslation(query.get("translation"), member.prayer.translation);
    const reference = query.get("ref")?.trim().slice(0, 100) ?? "";
    const typed = reference ? whereTyped(reference, shelved, asked) : null;
    if (typed && typed.found !== null) throw redirect(typed.found);
    const q = query.get("q")?.slice(0, 200) ?? null;
    const book = bookBySlug(query.get("book") ?? "");
    const page = {
      text: textShown(shelved),
      asked: asked ?? null,
      reference,
      typed,
      q,
      book: book ? { name: book.name, slug: book.slug } : null,
      search: q === null ? null : searchBible(shelved, q, { book, after: query.get("after") }),
      testaments: q === null ? booksByTestament(shelved) : [],
    };
    return data(page, { status: typed && (typed.left || typed.places.length === 0) ? 404 : 200 });
  });

/** Going back and forth reads from the memory for a while. */
export { cachedLoader as clientLoader } from "~/browser/page-cache";

export default function BiblePage() {
  const { text, asked, reference, typed, q, book, search, testaments } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeading title={t("The Bible")} eyebrow={text.name} />
      <BibleForms key={`${reference} ${q}`} reference={reference} q={q ?? ""} asked={asked}>
        {typed && typed.places.length === 0 && (
          <NearestBooks what={reference} books={typed.nearest} asked={asked} />
        )}
        {typed && typed.places.length > 0 && <TypedPlaces {...typed} />}
      </BibleForms>
      {search && q !== null && <FoundVerses search={search} q={q} book={book} text={text} asked={asked} />}
      <BookList testaments={testaments} asked={asked} />
      <TextLine text={text} here={addresses.bible()} asked={asked} />
    </>
  );
}
