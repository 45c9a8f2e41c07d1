import * as addresses from "~/addresses";
import { Link } from "~/components/ui/link";
import { t } from "~/i18n/t";
import { withTranslation } from "./with-translation";

/** What was typed names no place in the Bible: the books that are most like it. */
export function NearestBooks({
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
      <ul className="flex flex-wrap gap-x-6">
        {books.map(({ name, slug }) => (
          <li key={slug}>
            <Link
              to={withTranslation(addresses.bibleBook(slug), asked)}
              className="inline-flex min-h-11 items-center"
            >
              {name}
            </Link>{" "}
          </li>
        ))}
      </ul>
    </div>
  );
}
