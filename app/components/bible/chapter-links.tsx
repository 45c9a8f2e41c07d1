import { Link } from "@remix-run/react";
import { t } from "~/i18n/t";
import * as paths from "~/paths";
import { withTranslation } from "./with-translation";

/** The chapters of a book. */
export function ChapterLinks({
  slug,
  chapters,
  asked,
}: {
  slug: string;
  chapters: number[];
  asked: string | null;
}) {
  return (
    <nav aria-label={t("Chapters")} className="mb-10">
      <ul className="flex flex-wrap gap-2">
        {chapters.map((chapter) => (
          <li key={chapter}>
            <Link
              to={withTranslation(paths.bibleChapter(slug, chapter), asked)}
              className="inline-flex min-h-11 min-w-11 items-center justify-center rounded border border-line px-2 no-underline hover:border-ink"
            >
              <span className="sr-only">{t("Chapter")} </span>
              {chapter}
            </Link>{" "}
          </li>
        ))}
      </ul>
    </nav>
  );
}
