import { Link, useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { QuickExitForm } from "~/components/safety/quick-exit-form";
import { Badge } from "~/components/ui/badge";
import { Button, ButtonLink } from "~/components/ui/button";
import { cachedFragment } from "~/components/ui/fragment-cache.state";
import { Icon, type IconName } from "~/components/ui/icon";
import { canUpgrade, TIER_LABELS, type Tier } from "~/domain/member/plan";
import { t } from "~/i18n/t";
import * as paths from "~/paths";
import { MemberFooter, ShortFooter } from "./footer";
import { SkipLink } from "./links";
import { NavItem, SideFrame, UserMenu, type MenuPerson } from "./side-frame";
import { useInstance } from "./use-instance";

function AdminBanner() {
  return (
    <aside
      aria-label={t("Administration")}
      className="no-print flex flex-wrap items-center justify-center gap-x-6 bg-harm px-5 py-1 text-sm text-harm-ink"
    >
      <p className="font-medium">{t("Admin viewing as user")}</p>
      <Link
        to={paths.adminSettings()}
        reloadDocument
        className="inline-flex min-h-11 items-center font-semibold text-harm-ink underline"
      >
        {t("Return to Admin")}
      </Link>
    </aside>
  );
}

type NavLink = { to: string; label: string; icon?: IconName };

const DASHBOARD: NavLink = { to: paths.dashboard(), label: t("Dashboard"), icon: "house" };
const JOURNAL: NavLink = { to: paths.journal(), label: t("Journal"), icon: "notebook-pen" };
const JOURNAL_PAGES: NavLink[] = [
  { to: paths.reflection("morning"), label: t("Morning") },
  { to: paths.reflection("evening"), label: t("Evening") },
  { to: paths.freePage(), label: t("Free page") },
  { to: paths.history(), label: t("History") },
  { to: paths.prayers(), label: t("People") },
  { to: paths.bible(), label: t("Bible") },
  { to: paths.ways(), label: t("Ways") },
];
const MORE: NavLink[] = [
  { to: paths.insights(), label: t("Insights"), icon: "sprout" },
  { to: paths.coaches(), label: t("Coaches"), icon: "message-circle" },
  { to: paths.settings(), label: t("Settings"), icon: "sliders-horizontal" },
];
/** Search order: the first link whose path matches is marked as current. */
const NAV_LINKS = [DASHBOARD, ...JOURNAL_PAGES, JOURNAL, ...MORE];
const EXPANDING_PATHS = [paths.journal(), paths.bible(), paths.ways()];

/** Sidebar. The journal's sub-pages are expanded on /journal and below. */
function AppNav() {
  const { pathname } = useLocation();
  const isWithin = (path: string) => pathname === path || pathname.startsWith(`${path}/`);
  return (
    <nav aria-label={t("Main")}>
      <NavLinks
        current={NAV_LINKS.find(({ to }) => isWithin(to))?.to ?? ""}
        isExpanded={EXPANDING_PATHS.some(isWithin)}
      />
    </nav>
  );
}

type NavLinksProps = { current: string; isExpanded: boolean };

const NavLinks = cachedFragment(
  "ul",
  { className: "space-y-1" },
  ({ current, isExpanded }: NavLinksProps) => (
    <>
      <li>
        <NavItem {...DASHBOARD} current={current === DASHBOARD.to} />
      </li>
      <li className="relative">
        <NavItem {...JOURNAL} current={current === JOURNAL.to} className="pl-4 pr-14" />{" "}
        <details open={isExpanded} className="group">
          <summary className="absolute right-1 top-0 flex h-11 w-11 items-center justify-center rounded text-muted hover:text-ink">
            <span className="sr-only">{t("Journal pages")}</span>
            <Icon name="chevron-down" className="transition group-open:[transform:rotate(180deg)]" />
          </summary>
          <ul className="pt-1">
            {JOURNAL_PAGES.map((line) => (
              <li key={line.to}>
                <NavItem {...line} current={current === line.to} className="pl-12 lg:min-h-9" />
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
    </>
  ),
);

type Props = MenuPerson & {
  subscriptionTier: Tier;
  hasQuickExit: boolean;
  /** Whether there are unread notifications; the link is hidden otherwise. */
  hasNews: boolean;
  /** Whether the dashboard asks the first questions. */
  isFirstRun?: boolean;
  children: ReactNode;
};

/** Areas for writing, reading and silence, which have the short footer. */
const QUIET_PAGES = /^\/(journal|bible|ways|coaches|insights)(\/|$)/;

/** Layout of the member area. */
export function AppShell({
  subscriptionTier,
  hasQuickExit,
  hasNews,
  isFirstRun = false,
  children,
  ...person
}: Props) {
  const { pathname } = useLocation();
  const isQuiet = isFirstRun || QUIET_PAGES.test(pathname);
  // On an open instance the plan badge is shown only to members on a smaller plan.
  const showsPlan = !useInstance().isOpen || canUpgrade(subscriptionTier);
  return (
    <>
      <SkipLink />
      {person.isAdmin && <AdminBanner />}
      <SideFrame
        home={paths.dashboard()}
        // The banner above the panel of an administrator is 52 px high.
        panelClass={person.isAdmin ? "lg:h-[calc(100vh-52px)]" : "lg:h-screen"}
        bodyClass="lg:pt-8"
        panel={
          <>
            <AppNav />
            <div className="mt-8 space-y-4 lg:mt-auto lg:pt-8">
              {hasNews && (
                <Link
                  to={paths.notifications()}
                  className="flex min-h-11 items-center gap-3 px-2 text-base text-muted no-underline hover:text-ink hover:underline"
                >
                  <Icon name="bell" className="shrink-0" />
                  {t("Notifications")}
                </Link>
              )}{" "}
              {showsPlan && (
                <div className="flex flex-wrap items-center gap-3 px-2">
                  <Badge tone="accent">{TIER_LABELS[subscriptionTier]}</Badge>
                </div>
              )}
              {canUpgrade(subscriptionTier) && (
                <div className="px-2">
                  <ButtonLink to={paths.subscribe()} variant="quiet" className="w-full text-sm">
                    {t("Upgrade Plan")}
                  </ButtonLink>
                </div>
              )}
              <UserMenu {...person} />
              {hasQuickExit && (
                <QuickExitForm className="border-t border-line pt-4">
                  <Button type="submit" variant="quiet" className="w-full gap-3">
                    <Icon name="zap" />
                    {t("Quick exit")}
                  </Button>
                </QuickExitForm>
              )}
            </div>
          </>
        }
      >
        <main id="main" tabIndex={-1} className="mx-auto w-full max-w-page flex-1 px-5 pb-20 pt-8 lg:pt-12">
          {children}
        </main>
        {isQuiet ? <ShortFooter /> : <MemberFooter />}
      </SideFrame>
    </>
  );
}
