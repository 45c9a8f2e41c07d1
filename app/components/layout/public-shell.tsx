import { Link, useLocation, useRouteLoaderData } from "@remix-run/react";
import clsx from "clsx";
import { Fragment, type ReactNode } from "react";
import { Brand } from "~/components/ui/brand";
import type { RootData } from "~/http/root-data.server";
import { t } from "~/i18n/t";
import * as paths from "~/paths";
import { Footer, SocialLinks } from "./footer";
import { SkipLink } from "./links";
import { useInstance } from "./use-instance";

type HeaderLink = { to: string; label: string; strong?: boolean };

const READING_LINKS: HeaderLink[] = [
  { to: paths.about(), label: t("About") },
  { to: paths.faq(), label: t("FAQ") },
];
const REGISTER_LINK: HeaderLink = { to: paths.register(), label: t("Create an account"), strong: true };
const LOGIN_LINK: HeaderLink = { to: paths.login(), label: t("Sign in") };
const DASHBOARD_LINK: HeaderLink = { to: paths.dashboard(), label: t("Dashboard"), strong: true };

/** Layout of the public pages. The root's data tells whether the visitor is signed in. */
export function PublicShell({ children }: { children: ReactNode }) {
  const viewer = useRouteLoaderData<RootData>("root")?.viewer;
  const { registration, name } = useInstance();
  const { pathname } = useLocation();
  // The offline page has no menu: its links need a connection, and one cached page serves every user of the device.
  const isOffline = pathname === paths.offline() || pathname === paths.offlineDesk();
  const visitorLinks = [LOGIN_LINK, ...(registration === "open" ? [REGISTER_LINK] : [])];
  return (
    <div className="flex min-h-screen flex-col">
      <SkipLink />
      <header className="no-print mx-auto flex w-full max-w-page flex-wrap items-center justify-between gap-x-8 px-5 py-3 sm:py-5">
        <Link to={paths.home()} reloadDocument className="inline-flex min-h-11 items-center no-underline">
          <Brand siteName={name} />
        </Link>{" "}
        {!isOffline && (
          <nav aria-label={t("Main")} className="-mx-2 flex flex-wrap">
            {[...READING_LINKS, ...(viewer ? [DASHBOARD_LINK] : visitorLinks)].map(
              ({ to, label, strong }) => (
                <Fragment key={to}>
                  <Link
                    to={to}
                    reloadDocument
                    aria-current={pathname === to ? "page" : undefined}
                    className={clsx(
                      "inline-flex min-h-11 items-center px-2 text-sm no-underline hover:underline sm:px-3",
                      strong ? "font-semibold text-accent" : "text-ink",
                      pathname === to && "underline decoration-accent decoration-2 underline-offset-8",
                    )}
                  >
                    {label}
                  </Link>{" "}
                </Fragment>
              ),
            )}
          </nav>
        )}
      </header>
      <main id="main" tabIndex={-1} className="mx-auto w-full max-w-page flex-1 px-5 pb-20 pt-8 sm:pt-14">
        {children}
      </main>
      {/* The public prayer page deliberately has no link to another site. */}
      <Footer>{pathname !== paths.today() && <SocialLinks />}</Footer>
    </div>
  );
}
