import { useLocation } from "@remix-run/react";
import { Icon } from "~/components/ui/icon";
import { t } from "~/i18n/t";
import { NavItem } from "./nav-item";

const under = (path: string) => (pathname: string) => pathname === path || pathname.startsWith(`${path}/`);
const inHistory = under("/journal/history");
const inPrayers = under("/journal/prayers");
const inJournal = under("/journal");
const inBible = under("/bible");

/** The sidebar. The journal's pages are unfolded on /journal and below. */
export function AppNav() {
  const { pathname } = useLocation();
  return (
    <nav aria-label={t("Main")}>
      <ul className="space-y-1">
        <li>
          <NavItem
            to="/dashboard"
            label={t("Dashboard")}
            icon="house"
            current={under("/dashboard")(pathname)}
          />
        </li>
        <li className="relative">
          <NavItem
            to="/journal"
            label={t("Journal")}
            icon="notebook-pen"
            current={inJournal(pathname) && !inHistory(pathname) && !inPrayers(pathname)}
            className="pl-4 pr-14"
          />{" "}
          <details open={inJournal(pathname) || inBible(pathname)} className="group">
            <summary className="absolute right-1 top-0 flex h-11 w-11 items-center justify-center rounded text-muted hover:text-ink">
              <span className="sr-only">{t("Journal pages")}</span>
              <Icon name="chevron-down" className="transition group-open:rotate-180" />
            </summary>
            <ul className="pt-1">
              <li>
                <NavItem
                  to="/journal/history"
                  label={t("History")}
                  icon="history"
                  current={inHistory(pathname)}
                  className="pl-12"
                />
              </li>
              <li>
                <NavItem
                  to="/journal/prayers"
                  label={t("People and intentions")}
                  icon="hand-heart"
                  current={inPrayers(pathname)}
                  className="pl-12"
                />
              </li>
              <li>
                <NavItem
                  to="/bible"
                  label={t("The Bible")}
                  icon="book-open"
                  current={inBible(pathname)}
                  className="pl-12"
                />
              </li>
            </ul>
          </details>
        </li>
        <li>
          <NavItem
            to="/insights"
            label={t("Insights")}
            icon="sprout"
            current={under("/insights")(pathname)}
          />
        </li>
        <li>
          <NavItem
            to="/coaches"
            label={t("Coaches")}
            icon="message-circle"
            current={under("/coaches")(pathname)}
          />
        </li>
        <li>
          <NavItem
            to="/settings"
            label={t("Settings")}
            icon="settings"
            current={under("/settings")(pathname)}
          />
        </li>
      </ul>
    </nav>
  );
}
