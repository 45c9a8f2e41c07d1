import { Form, Link, useLocation } from "@remix-run/react";
import {
  BellRing,
  ChartNoAxesColumn,
  Database,
  KeyRound,
  LayoutDashboard,
  LogOut,
  Menu,
  ScrollText,
  Users,
} from "lucide-react";
import { useRef, type ReactNode } from "react";
import { useDismissableDetails } from "~/browser/use-dismissable-details";
import { FormProtection } from "~/components/forms/form-protection";
import { Badge } from "~/components/ui/badge";
import { Brand } from "~/components/ui/brand";
import { ButtonLink } from "~/components/ui/button";
import { NavItem } from "./nav-item";
import { SkipLink } from "./skip-link";
import { PersonSummary } from "./user-menu";

/** Seed section 2, "Admin shell"; the audit log is ours. */
export const ADMIN_LINKS = [
  { to: "/admin-settings", label: "Admin Overview", icon: LayoutDashboard },
  { to: "/admin/users", label: "User Management", icon: Users },
  { to: "/admin/trial-keys", label: "Trial Keys", icon: KeyRound },
  { to: "/admin/analytics", label: "System Analytics", icon: ChartNoAxesColumn },
  { to: "/admin/alerts", label: "Alert Management", icon: BellRing },
  { to: "/admin/database", label: "Database", icon: Database },
  { to: "/admin/audit", label: "Audit Log", icon: ScrollText },
] as const;

/** A page below a link belongs to it; what no link knows shows the overview. */
const isBelow = (to: string, pathname: string) => pathname === to || pathname.startsWith(`${to}/`);
function isCurrent(to: string, pathname: string): boolean {
  if (to !== "/admin-settings") return isBelow(to, pathname);
  return !ADMIN_LINKS.some((link) => link.to !== to && isBelow(link.to, pathname));
}

type Person = { username: string; firstName: string; lastName: string; email: string };

/** The administrators' area: a panel that is a sidebar on wide screens and a drawer on phones, with or without script. */
export function AdminShell({ children, ...person }: Person & { children: ReactNode }) {
  const { pathname } = useLocation();
  const frame = useRef<HTMLElement>(null);
  const drawer = useDismissableDetails(frame);
  return (
    <>
      <SkipLink />
      <div className="min-h-screen lg:grid lg:grid-cols-[15em_minmax(0,1fr)]">
        <header
          ref={frame}
          className="no-print flex flex-wrap items-center justify-between border-b border-line px-4 py-2 lg:sticky lg:top-0 lg:h-screen lg:flex-col lg:flex-nowrap lg:items-stretch lg:justify-start lg:overflow-y-auto lg:border-b-0 lg:px-3 lg:py-5"
        >
          <Link to="/home" reloadDocument className="inline-flex min-h-11 items-center no-underline lg:px-3">
            <Brand />
          </Link>{" "}
          <details ref={drawer} className="peer lg:hidden">
            <summary className="flex min-h-11 items-center gap-2 rounded px-2 text-sm font-medium">
              <Menu size={20} strokeWidth={1.75} aria-hidden />
              Menu
            </summary>
          </details>
          <div className="hidden w-full flex-col pb-4 pt-3 peer-open:flex lg:flex lg:flex-1 lg:pb-0 lg:pt-4">
            <p className="mb-4 px-3">
              <Badge tone="accent">ADMIN ACCESS</Badge>
            </p>
            <nav aria-label="Administration">
              <ul className="space-y-1">
                {ADMIN_LINKS.map(({ to, label, icon }) => (
                  <li key={to}>
                    <NavItem to={to} label={label} icon={icon} current={isCurrent(to, pathname)} />
                  </li>
                ))}
              </ul>
            </nav>
            <div className="mt-8 space-y-4 px-2 lg:mt-auto lg:pt-8">
              <ButtonLink to="/dashboard" variant="quiet" className="w-full text-sm">
                View as User
              </ButtonLink>
              <AdminMenu {...person} />
            </div>
          </div>
        </header>
        <div className="flex min-h-screen min-w-0 flex-col lg:border-l lg:border-line">
          <main id="main" tabIndex={-1} className="mx-auto w-full max-w-wide flex-1 px-5 pb-20 pt-8 lg:pt-12">
            {children}
          </main>
          <footer className="no-print border-t border-line px-5 py-6 text-center text-sm text-muted">
            © 2025 Still and Know - Admin Portal
          </footer>
        </div>
      </div>
    </>
  );
}

function AdminMenu(person: Person) {
  const ref = useDismissableDetails();
  return (
    <details ref={ref} className="group">
      <PersonSummary {...person} />
      <Form method="post" action="/logout" reloadDocument>
        <FormProtection />
        <button
          type="submit"
          className="flex min-h-11 w-full items-center gap-3 rounded px-3 text-sm hover:bg-sunk"
        >
          <LogOut size={20} strokeWidth={1.75} aria-hidden className="text-muted" />
          Logout
        </button>
      </Form>
    </details>
  );
}
