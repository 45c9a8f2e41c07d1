import { t } from "~/i18n/t";
import { BookLinks } from "./book-links";

/** What was typed names no place in the Bible: the books that are most like it. */
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
