import { Link } from "@remix-run/react";
import * as paths from "~/paths";
import { withTranslation } from "./with-translation";

/** Books, each a link to its chapters in the translation that was asked for. */
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
