import { useLocation } from "@remix-run/react";
import * as addresses from "~/addresses";
import { LeaveForm } from "~/components/safety/leave-form";
import { Icon, type IconName } from "~/components/ui/icon";
import { t } from "~/i18n/t";
import { NavItem } from "./nav-item";

type Line = { to: string; label: string; icon: IconName };

const DASHBOARD: Line = { to: addresses.dashboard(), label: t("Dashboard"), icon: "house" };
const JOURNAL: Line = { to: addresses.journal(), label: t("Journal"), icon: "notebook-pen" };
const JOURNAL_PAGES: Line[] = [
  { to: addresses.history(), label: t("History"), icon: "history" },
  { to: addresses.prayers(), label: t("People and intentions"), icon: "hand-heart" },
  { to: addresses.ways(), label: t("Ways"), icon: "route" },
  { to: addresses.bible(), label: t("The Bible"), icon: "book-open" },
];
const MORE: Line[] = [
  { to: addresses.insights(), label: t("Insights"), icon: "sprout" },
  { to: addresses.coaches(), label: t("Coaches"), icon: "message-circle" },
  { to: addresses.settings(), label: t("Settings"), icon: "sliders-horizontal" },
];
/** Of two lines whose page one is on, the first is marked. */
const LINES = [DASHBOARD, ...JOURNAL_PAGES, JOURNAL, ...MORE];
const UNFOLDING = [addresses.journal(), addresses.bible(), addresses.ways()];

/** The sidebar. The journal's pages are unfolded on /journal and below. */
export function AppNav() {
  const { pathname } = useLocation();
  const isOn = (path: string) => pathname === path || pathname.startsWith(`${path}/`);
  return (
    <nav aria-label={t("Main")}>
      <Lines current={LINES.find(({ to }) => isOn(to))?.to ?? ""} unfolded={UNFOLDING.some(isOn)} />
      <LeaveForm className="mt-1">
        <button
          type="submit"
          className="flex min-h-11 w-full items-center gap-3 border-l-2 border-transparent pl-4 pr-3 text-left text-base text-muted hover:text-ink hover:underline"
        >
          <Icon name="log-out" className="shrink-0" />
          {t("Leave this page")}
        </button>
      </LeaveForm>
    </nav>
  );
}

type Place = { current: string; unfolded: boolean };

function Lines({ current, unfolded }: Place) {
  return (
    <ul className="space-y-1">
      <li>
        <NavItem {...DASHBOARD} current={current === DASHBOARD.to} />
      </li>
      <li className="relative">
        <NavItem {...JOURNAL} current={current === JOURNAL.to} className="pl-4 pr-14" />{" "}
        <details open={unfolded} className="group">
          <summary className="absolute right-1 top-0 flex h-11 w-11 items-center justify-center rounded text-muted hover:text-ink">
            <span className="sr-only">{t("Journal pages")}</span>
            <Icon name="chevron-down" className="transition group-open:[transform:rotate(180deg)]" />
          </summary>
          <ul className="pt-1">
            {JOURNAL_PAGES.map((line) => (
              <li key={line.to}>
                <NavItem {...line} current={current === line.to} className="pl-12" />
              </li>
            ))}
          </ul>
        </details>
      </li>
      {MORE.map((line) => (
        <li key={line.to}>
          <NavItem {...line} current={current === line.to} />
        </li>
      ))}
    </ul>
  );
}
