import { data, redirect, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Form, Link, useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { BookLinks, BookSuggestions, TranslationLine } from "~/components/bible/bible-navigation";
import { Button } from "~/components/ui/button";
import { PageHeading } from "~/components/ui/page-heading";
import type { Testament } from "~/content/bible/all-books";
import { bookBySlug } from "~/domain/scripture/bible/bible-books";
import {
  booksByTestament,
  chooseTranslation,
  resolveTypedReference,
  textHeader,
} from "~/domain/scripture/bible/bible-pages.server";
import { searchBible } from "~/domain/scripture/bible/search-bible.server";
import { memberLoader } from "~/http/guards.server";
import { t } from "~/i18n/t";
import * as paths from "~/paths";
import { BibleSearchResults } from "./search-results";

/** GET forms for a reference and for a search. */
function BibleForms({
  reference,
  q,
  asked,
  children,
}: {
  reference: string;
  q: string;
  asked: string | null;
  /** Result of resolving the reference. */
  children?: ReactNode;
}) {
  return (
    <div className="no-print mb-10">
      <div className="grid grid-cols-1 gap-6 sm:grid-cols-2">
        <Line
          name="ref"
          label={t("Go to")}
          hint={t("Such as Jn 15:4f, Psalm 23 or 1 Cor 13.")}
          button={t("Open")}
          value={reference}
          asked={asked}
        />
        <Line
          name="q"
          label={t("Search")}
          hint={t("Finds verses with all of these words. Put a phrase in quotation marks.")}
          button={t("Search")}
          value={q}
          asked={asked}
        />
      </div>
      {children && <div className="mt-6">{children}</div>}
    </div>
  );
}

type LineProps = {
  name: "ref" | "q";
  label: string;
  hint: string;
  button: string;
  value: string;
  asked: string | null;
};

function Line({ name, label, hint, button, value, asked }: LineProps) {
  return (
    <Form method="get" action={paths.bible()} role="search" aria-label={label}>
      {asked !== null && <input type="hidden" name="translation" value={asked} />}
      <label htmlFor={`bible-${name}`} className="mb-1.5 block font-medium">
        {label}
      </label>
      <div className="flex gap-3">
        <input
          dir="auto"
          id={`bible-${name}`}
          type="search"
          name={name}
          maxLength={name === "ref" ? 80 : 200}
          defaultValue={value}
          autoComplete="off"
          aria-describedby={`bible-${name}-hint`}
          className="control min-w-0 flex-1"
        />{" "}
        <Button type="submit" variant="quiet">
          {button}
        </Button>
      </div>
      <p id={`bible-${name}-hint`} className="mt-1.5 text-sm text-muted">
        {hint}
      </p>
    </Form>
  );
}

const TESTAMENTS: Record<Testament, string> = {
  old: t("Old Testament"),
  deuterocanon: t("Deuterocanonical books"),
  new: t("New Testament"),
};

/** Books of a translation by testament. */
function BookList({
  testaments,
  asked,
}: {
  testaments: { testament: Testament; books: { name: string; slug: string }[] }[];
  asked: string | null;
}) {
  return testaments.map(({ testament, books }) => (
    <section key={testament} aria-labelledby={testament} className="mb-10">
      <h2 id={testament} className="mb-3 text-lg font-semibold">
        {TESTAMENTS[testament]}
      </h2>
      <BookLinks
        books={books}
        asked={asked}
        className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,9rem),1fr))] gap-x-6 sm:grid-cols-3"
      />
    </section>
  ));
}

type RecognisedPlacesProps = { places: { name: string; address: string }[]; left: string };

/** Recognised places of a reference that names several, or that was not fully understood. */
function RecognisedPlaces({ places, left }: RecognisedPlacesProps) {
  return (
    <div role="status" className="mb-8 max-w-measure">
      <p className="mb-2">
        {left
          ? t("We do not understand “{left}”. This is what we found:", { left })
          : t("This names more than one place:")}
      </p>
      <ul className="flex flex-wrap gap-x-6">
        {places.map(({ name, address }) => (
          <li key={address}>
            <Link to={address} className="inline-flex min-h-11 items-center">
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

export const meta: MetaFunction = () => [{ title: t("The Bible · Still and Know") }];

/** The list of books; `?ref=` redirects to a place, `?q=` searches. */
export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ url, member }) => {
    const query = url.searchParams;
    const { translation, asked } = chooseTranslation(query.get("translation"), member.prayer.translation);
    const reference = query.get("ref")?.trim().slice(0, 100) ?? "";
    const typed = reference ? resolveTypedReference(reference, translation, asked) : null;
    if (typed && typed.found !== null) throw redirect(typed.found);
    const q = query.get("q")?.slice(0, 200) ?? null;
    const book = bookBySlug(query.get("book") ?? "");
    const testaments = q === null ? booksByTestament(translation) : [];
    const page = {
      text: textHeader(translation),
      asked: asked ?? null,
      reference,
      typed,
      q,
      book: book ? { name: book.name, slug: book.slug } : null,
      search: q === null ? null : searchBible(translation, q, { book, after: query.get("after") }),
      testaments,
      lacksDeuterocanon:
        q === null &&
        member.prayer.tradition === "roman" &&
        testaments.every(({ testament }) => testament !== "deuterocanon"),
    };
    return data(page, { status: typed && (typed.left || typed.places.length === 0) ? 404 : 200 });
  });

/** Serves back navigation from a cache. */
export { cachedLoader as clientLoader } from "~/browser/page-cache";

export default function BiblePage() {
  const { text, asked, reference, typed, q, book, search, testaments, lacksDeuterocanon } =
    useLoaderData<typeof loader>();
  return (
    <>
      <PageHeading title={t("The Bible")} eyebrow={text.name} />
      <BibleForms key={`${reference} ${q}`} reference={reference} q={q ?? ""} asked={asked}>
        {typed && typed.places.length === 0 && (
          <BookSuggestions what={reference} books={typed.nearest} asked={asked} />
        )}
        {typed && typed.places.length > 0 && <RecognisedPlaces {...typed} />}
      </BibleForms>
      {search && q !== null && (
        <BibleSearchResults search={search} q={q} book={book} text={text} translationParam={asked} />
      )}
      <BookList testaments={testaments} asked={asked} />
      {lacksDeuterocanon && (
        <p className="mb-10 max-w-measure text-sm text-muted">
          {t(
            "This translation does not have the deuterocanonical books: Tobit, Judith, Wisdom, Sirach, Baruch, 1 and 2 Maccabees. An administrator can add a translation that has them.",
          )}
        </p>
      )}
      <TranslationLine text={text} currentPath={paths.bible()} asked={asked} />
    </>
  );
}
