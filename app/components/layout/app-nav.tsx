import { useLocation } from "@remix-run/react";
import * as addresses from "~/addresses";
import { LeaveForm } from "~/components/safety/leave-form";
import { Icon } from "~/components/ui/icon";
import { t } from "~/i18n/t";
import { NavItem } from "./nav-item";

const under = (path: string) => (pathname: string) => pathname === path || pathname.startsWith(`${path}/`);
const inHistory = under(addresses.history());
const inPrayers = under(addresses.prayers());
const inJournal = under(addresses.journal());
const inBible = under(addresses.bible());
const inWays = under(addresses.ways());

/** The sidebar. The journal's pages are unfolded on /journal and below. */
export function AppNav() {
  const { pathname } = useLocation();
  return (
    <nav aria-label={t("Main")}>
      <ul className="space-y-1">
        <li>
          <NavItem
            to={addresses.dashboard()}
            label={t("Dashboard")}
            icon="house"
            current={under(addresses.dashboard())(pathname)}
          />
        </li>
        <li className="relative">
          <NavItem
            to={addresses.journal()}
            label={t("Journal")}
            icon="notebook-pen"
            current={inJournal(pathname) && !inHistory(pathname) && !inPrayers(pathname)}
            className="pl-4 pr-14"
          />{" "}
          <details open={[inJournal, inBible, inWays].some((isIn) => isIn(pathname))} className="group">
            <summary className="absolute right-1 top-0 flex h-11 w-11 items-center justify-center rounded text-muted hover:text-ink">
              <span className="sr-only">{t("Journal pages")}</span>
              <Icon name="chevron-down" className="transition group-open:[transform:rotate(180deg)]" />
            </summary>
            <ul className="pt-1">
              <li>
                <NavItem
                  to={addresses.history()}
                  label={t("History")}
                  icon="history"
                  current={inHistory(pathname)}
                  className="pl-12"
                />
              </li>
              <li>
                <NavItem
                  to={addresses.prayers()}
                  label={t("People and intentions")}
                  icon="hand-heart"
                  current={inPrayers(pathname)}
                  className="pl-12"
                />
              </li>
              <li>
                <NavItem
                  to={addresses.ways()}
                  label={t("Ways")}
                  icon="route"
                  current={inWays(pathname)}
                  className="pl-12"
                />
              </li>
              <li>
                <NavItem
                  to={addresses.bible()}
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
            to={addresses.insights()}
            label={t("Insights")}
            icon="sprout"
            current={under(addresses.insights())(pathname)}
          />
        </li>
        <li>
          <NavItem
            to={addresses.coaches()}
            label={t("Coaches")}
            icon="message-circle"
            current={under(addresses.coaches())(pathname)}
          />
        </li>
        <li>
          <NavItem
            to={addresses.settings()}
            label={t("Settings")}
            icon="settings"
            current={under(addresses.settings())(pathname)}
          />
        </li>
        <li>
          <LeaveForm>
            <button
              type="submit"
              className="flex min-h-11 w-full items-center gap-3 border-l-2 border-transparent pl-4 pr-3 text-left text-base text-muted hover:text-ink hover:underline"
            >
              <Icon name="log-out" className="shrink-0" />
              {t("Leave this page")}
            </button>
          </LeaveForm>
        </li>
      </ul>
    </nav>
  );
}
