import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { useDismissableDetails } from "~/browser/use-dismissable-details";
import { PostForm } from "~/components/forms/post-form";
import { SkipLink } from "~/components/layout/links";
import { NavItem, PersonSummary, SideFrame } from "~/components/layout/side-frame";
import { Badge } from "~/components/ui/badge";
import { ButtonLink } from "~/components/ui/button";
import { Icon, type IconName } from "~/components/ui/icon";
import { t } from "~/i18n/t";
import * as paths from "~/paths";

type AdminLink = { to: string; label: string; icon: IconName };

/** Links of the sidebar, in the order of the specification. */
const ADMIN_LINKS: readonly AdminLink[] = [
  { to: paths.adminSettings(), label: t("Admin Overview"), icon: "layout-dashboard" },
  { to: paths.adminUsers(), label: t("User Management"), icon: "users" },
  { to: paths.adminTrialKeys(), label: t("Trial Keys"), icon: "key-round" },
  { to: paths.adminAnalytics(), label: t("System Analytics"), icon: "chart-no-axes-column" },
  { to: paths.adminAlerts(), label: t("Alert Management"), icon: "bell-ring" },
  { to: paths.adminDatabase(), label: t("Database"), icon: "database" },
];

/** Pages outside the sidebar, linked from the overview. */
export const MORE_ADMIN_PAGES = [
  {
    to: paths.adminWays(),
    label: t("Ways written here"),
    about: t("Write courses of prayer for a season or a group."),
  },
  {
    to: paths.adminPrompts(),
    label: t("Prompts and passages"),
    about: t("Add questions and passages, or retire them."),
  },
  {
    to: paths.adminScriptureAnalytics(),
    label: t("Scripture analytics"),
    about: t("Passages prayed with and skipped, and any day of the plans."),
  },
  {
    to: paths.adminSystemHealth(),
    label: t("System health"),
    about: t("Whether the server, its email and its jobs are well."),
  },
  {
    to: paths.adminAudit(),
    label: t("Audit log"),
    about: t("Who did what, with proof that nothing was altered."),
  },
] as const;

const isBelow = (to: string, pathname: string) => pathname === to || pathname.startsWith(`${to}/`);

/** Whether `to` is the sidebar's link for this path: pages under no link belong to the overview. */
function isCurrentAdminPage(to: string, pathname: string): boolean {
  if (to !== paths.adminSettings()) return isBelow(to, pathname);
  return !ADMIN_LINKS.some((page) => page.to !== to && isBelow(page.to, pathname));
}

type Person = { username: string; firstName: string; lastName: string; email: string };

/** The administrators' area: a panel that is a sidebar on wide screens and a drawer on phones, with or without script. */
export function AdminShell({ children, ...person }: Person & { children: ReactNode }) {
  const { pathname } = useLocation();
  return (
    <>
      <SkipLink />
      <SideFrame
        home={paths.home()}
        reloadHome
        panelClass="lg:h-screen"
        bodyClass="lg:pt-4"
        panel={
          <>
            <p className="mb-4 px-3">
              <Badge tone="accent">{t("ADMIN ACCESS")}</Badge>
            </p>
            <nav aria-label={t("Administration")}>
              <ul className="space-y-1">
                {ADMIN_LINKS.map(({ to, label, icon }) => (
                  <li key={to}>
                    <NavItem to={to} label={label} icon={icon} current={isCurrentAdminPage(to, pathname)} />
                  </li>
                ))}
              </ul>
            </nav>
            <div className="mt-8 space-y-4 px-2 lg:mt-auto lg:pt-8">
              <ButtonLink to={paths.dashboard()} variant="quiet" className="w-full text-sm">
                {t("View as User")}
              </ButtonLink>
              <AdminMenu {...person} />
            </div>
          </>
        }
      >
        <main
          id="main"
          tabIndex={-1}
          className="mx-auto w-full max-w-wide flex-1 px-5 pb-20 pt-8 lg:px-14 lg:pt-12"
        >
          {children}
        </main>
        <footer className="no-print border-t border-line px-5 py-6 text-center text-sm text-muted">
          {t("© 2025 Still and Know - Admin Portal")}
        </footer>
      </SideFrame>
    </>
  );
}

function AdminMenu(person: Person) {
  const ref = useDismissableDetails();
  return (
    <details ref={ref} className="group">
      <PersonSummary {...person} />
      <PostForm action={paths.logout()} reloadDocument>
        <button
          type="submit"
          className="flex min-h-11 w-full items-center gap-3 rounded px-3 text-sm hover:bg-sunk"
        >
          <Icon name="log-out" className="text-muted" />
          {t("Logout")}
        </button>
      </PostForm>
    </details>
  );
}
