import { Link } from "@remix-run/react";
import { numberInWords } from "~/domain/calendar/locale";
import { t } from "~/i18n/t";

type Props = {
  page: number;
  pages: number;
  /** The address of a page. */
  at: (page: number) => string;
};

/** The way through a text that is too long for one page; nothing where it is not. */
export function TextPages({ page, pages, at }: Props) {
  if (pages === 1) return null;
  return (
    <nav
      aria-label={t("Pages of this text")}
      className="no-print mt-8 flex flex-wrap items-center justify-between gap-x-6 border-t border-line pt-4"
    >
      {page > 1 && (
        <Link to={at(page - 1)} rel="prev" className="inline-flex min-h-11 items-center gap-1.5">
          <span aria-hidden>{"‹ "}</span>
          {t("Previous page")}
        </Link>
      )}{" "}
      <span className="text-muted">
        {t("Page {page} of {pages}", { page: numberInWords(page), pages: numberInWords(pages) })}
      </span>{" "}
      {page < pages && (
        <Link to={at(page + 1)} rel="next" className="inline-flex min-h-11 items-center gap-1.5">
          {t("Next page")}
          <span aria-hidden>{" ›"}</span>
        </Link>
      )}
    </nav>
  );
}
