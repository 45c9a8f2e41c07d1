import { Link, useLocation } from "@remix-run/react";
import clsx from "clsx";
import { useDismissableDetails } from "~/browser/use-dismissable-details";
import { DisclosureIcon } from "~/components/ui/disclosure";
import type { JournalContents } from "~/domain/journal/history/journal-contents.server";
import { t } from "~/i18n/t";
import * as paths from "~/paths";

type Props = { contents: JournalContents };

/** The views of the history, and the rest of its pages under "More"; a page that would be empty is not offered. */
export function HistoryNav({ contents }: Props) {
  const { pathname } = useLocation();
  const more = useDismissableDetails();
  if (contents.isEmpty && !contents.hasTrash) return null;
  const views = [
    { to: paths.history(), name: t("List"), isOffered: true },
    { to: paths.historyCalendar(), name: t("Calendar"), isOffered: true },
    { to: paths.keptWords(), name: t("Words"), isOffered: contents.hasKeptWords },
    { to: paths.tags(), name: t("Tags"), isOffered: contents.hasTags },
  ];
  const others = [
    { to: paths.randomEntry(), name: t("An older page at random"), isOffered: contents.hasOldPages },
    { to: paths.conversation(), name: t("Marked to talk about"), isOffered: contents.hasTopics },
    { to: paths.book(), name: t("Print a book"), isOffered: !contents.isEmpty },
    { to: paths.trash(), name: t("Trash"), isOffered: contents.hasTrash },
  ];
  return (
    <nav
      aria-label={t("Browse your history")}
      className="no-print mb-8 flex items-start gap-x-5 border-b border-line sm:gap-x-7"
    >
      <ul className="flex gap-x-5 sm:gap-x-7">
        {views
          .filter(({ to, isOffered }) => isOffered || to === pathname)
          .map(({ to, name }) => (
            <li key={to}>
              <Link
                to={to}
                aria-current={to === pathname ? "page" : undefined}
                className={clsx(
                  "-mb-px inline-flex min-h-11 items-center border-b-2 no-underline",
                  to === pathname
                    ? "border-accent text-ink"
                    : "border-transparent text-muted hover:text-ink hover:underline",
                )}
              >
                {name}
              </Link>
            </li>
          ))}
      </ul>
      <details ref={more} className="group relative">
        <summary className="inline-flex min-h-11 items-center whitespace-nowrap text-muted hover:text-ink">
          <DisclosureIcon />
          {t("More")}
        </summary>
        <ul className="absolute right-0 z-10 w-max rounded-lg border border-line bg-raised p-1">
          {others
            .filter(({ isOffered }) => isOffered)
            .map(({ to, name }) => (
              <li key={to}>
                <Link
                  to={to}
                  className="flex min-h-11 items-center rounded px-3 text-ink no-underline hover:bg-sunk hover:underline"
                >
                  {name}
                </Link>
              </li>
            ))}
        </ul>
      </details>
    </nav>
  );
}
