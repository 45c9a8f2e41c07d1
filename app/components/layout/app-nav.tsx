import { useLocation } from "@remix-run/react";
import { ChevronDown, History, House, MessageCircle, NotebookPen, Settings, Sprout } from "lucide-react";
import { appNavWords } from "~/words/layout/app-nav";
import { NavItem } from "./nav-item";

const under = (path: string) => (pathname: string) => pathname === path || pathname.startsWith(`${path}/`);
const inHistory = under("/journal/history");
const inJournal = under("/journal");

/** Seed section 2, "Sidebar". The journal's pages open by themselves on /journal and below. */
export function AppNav() {
  const { pathname } = useLocation();
  return (
    <nav aria-label={appNavWords.main}>
      <ul className="space-y-1">
        <li>
          <NavItem
            to="/dashboard"
            label={appNavWords.dashboard}
            icon={House}
            current={under("/dashboard")(pathname)}
          />
        </li>
        <li className="relative">
          <NavItem
            to="/journal"
            label={appNavWords.journal}
            icon={NotebookPen}
            current={inJournal(pathname) && !inHistory(pathname)}
            className="pl-4 pr-14"
          />
          <details open={inJournal(pathname)} className="group">
            <summary className="absolute right-1 top-0 flex h-11 w-11 items-center justify-center rounded text-muted hover:text-ink">
              <span className="sr-only">{appNavWords.journalPages}</span>
              <ChevronDown
                size={20}
                strokeWidth={1.75}
                aria-hidden
                className="transition group-open:rotate-180"
              />
            </summary>
            <ul className="pt-1">
              <li>
                <NavItem
                  to="/journal/history"
                  label={appNavWords.history}
                  icon={History}
                  current={inHistory(pathname)}
                  className="pl-12"
                />
              </li>
            </ul>
          </details>
        </li>
        <li>
          <NavItem
            to="/insights"
            label={appNavWords.insights}
            icon={Sprout}
            current={under("/insights")(pathname)}
          />
        </li>
        <li>
          <NavItem
            to="/coaches"
            label={appNavWords.coaches}
            icon={MessageCircle}
            current={under("/coaches")(pathname)}
          />
        </li>
        <li>
          <NavItem
            to="/settings"
            label={appNavWords.settings}
            icon={Settings}
            current={under("/settings")(pathname)}
          />
        </li>
      </ul>
    </nav>
  );
}
