import { Link } from "@remix-run/react";
import * as addresses from "~/addresses";
import { TO_TALK_ABOUT } from "~/domain/conversation/topic";
import { t } from "~/i18n/t";

const PAGES = [
  { to: addresses.historyCalendar(), name: t("Calendar") },
  { to: addresses.historyMonth(), name: t("Read a month") },
  { to: addresses.keptWords(), name: t("Words you kept") },
  { to: addresses.tags(), name: t("Tags") },
  { to: addresses.randomEntry(), name: t("Open one of long ago") },
  { to: addresses.book(), name: t("On paper") },
  { to: addresses.conversation(), name: TO_TALK_ABOUT },
  { to: addresses.trash(), name: t("Trash") },
];

/** Other ways through a journal. */
export function BrowseHistory() {
  return (
    <nav aria-label={t("Browse your history")} className="no-print mb-6">
      <ul className="flex flex-wrap gap-x-6">
        {PAGES.map(({ to, name }) => (
          <li key={to}>
            <Link to={to} className="inline-flex min-h-11 items-center">
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
