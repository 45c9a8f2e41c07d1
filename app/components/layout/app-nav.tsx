import { Link, useLocation } from "@remix-run/react";
import clsx from "clsx";
import {
  ChevronDown,
  History,
  House,
  MessageCircle,
  NotebookPen,
  Settings,
  Sprout,
  type LucideIcon,
} from "lucide-react";

const under = (path: string) => (pathname: string) => pathname === path || pathname.startsWith(`${path}/`);
const inHistory = under("/journal/history");
const inJournal = under("/journal");

function Item({
  to,
  label,
  icon: Icon,
  current,
  className,
}: {
  to: string;
  label: string;
  icon: LucideIcon;
  current: boolean;
  className?: string;
}) {
  return (
    <Link
      to={to}
      aria-current={current ? "page" : undefined}
      className={clsx(
        "flex min-h-11 items-center gap-3 border-l-2 pr-3 text-base no-underline hover:underline",
        current ? "border-accent font-semibold text-ink" : "border-transparent text-muted hover:text-ink",
        className ?? "pl-4",
      )}
    >
      <Icon size={20} strokeWidth={1.75} aria-hidden className={clsx("shrink-0", current && "text-accent")} />
      {label}
    </Link>
  );
}

/** Seed section 2, "Sidebar". The journal's pages open by themselves on /journal and below. */
export function AppNav() {
  const { pathname } = useLocation();
  return (
    <nav aria-label="Main">
      <ul className="space-y-1">
        <li>
          <Item to="/dashboard" label="Dashboard" icon={House} current={under("/dashboard")(pathname)} />
        </li>
        <li className="relative">
          <Item
            to="/journal"
            label="Journal"
            icon={NotebookPen}
            current={inJournal(pathname) && !inHistory(pathname)}
            className="pl-4 pr-14"
          />
          <details open={inJournal(pathname)} className="group">
            <summary className="absolute right-1 top-0 flex h-11 w-11 items-center justify-center rounded text-muted hover:text-ink">
              <span className="sr-only">Journal pages</span>
              <ChevronDown
                size={20}
                strokeWidth={1.75}
                aria-hidden
                className="transition group-open:rotate-180"
              />
            </summary>
            <ul className="pt-1">
              <li>
                <Item
                  to="/journal/history"
                  label="History"
                  icon={History}
                  current={inHistory(pathname)}
                  className="pl-12"
                />
              </li>
            </ul>
          </details>
        </li>
        <li>
          <Item to="/insights" label="Insights" icon={Sprout} current={under("/insights")(pathname)} />
        </li>
        <li>
          <Item to="/coaches" label="Coaches" icon={MessageCircle} current={under("/coaches")(pathname)} />
        </li>
        <li>
          <Item to="/settings" label="Settings" icon={Settings} current={under("/settings")(pathname)} />
        </li>
      </ul>
    </nav>
  );
}
