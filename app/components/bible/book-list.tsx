import type { Testament } from "~/content/bible/all-books";
import { t } from "~/i18n/t";
import { BookLinks } from "./book-links";

const TESTAMENTS: Record<Testament, string> = {
  old: t("Old Testament"),
  deuterocanon: t("Deuterocanonical books"),
  new: t("New Testament"),
};

/** The books of a translation, by testament. */
export function BookList({
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
