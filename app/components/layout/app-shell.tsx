import { Link, useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import * as addresses from "~/addresses";
import { Badge } from "~/components/ui/badge";
import { ButtonLink } from "~/components/ui/button";
import { Icon } from "~/components/ui/icon";
import { canUpgrade, TIER_LABELS, type Tier } from "~/domain/member/tiers";
import { t } from "~/i18n/t";
import { AdminBanner } from "./admin-banner";
import { AppNav } from "./app-nav";
import { Footer, ShortFooter } from "./footer";
import { SideFrame } from "./side-frame";
import { SkipLink } from "./skip-link";
import { useHouse } from "./use-house";
import { UserMenu, type MenuPerson } from "./user-menu";

type Props = MenuPerson & {
  subscriptionTier: Tier;
  /** Whether a notification waits to be read; without one the menu says nothing of them. */
  hasNews: boolean;
  children: ReactNode;
};

/** Pages on which someone writes: their foot is a line. */
const WRITING =
  /^\/(journal(\/(morning|evening|free|share)|\/entries\/[^/]+\/edit)?|coaches\/.+|insights\/\d{4}-\d\d-\d\d)$/;

/** The signed-in layout. */
export function AppShell({ subscriptionTier, hasNews, children, ...person }: Props) {
  const isWriting = WRITING.test(useLocation().pathname);
  // Where everyone has everything there is nothing to tell, but to someone who tries a smaller plan.
  const showsPlan = !useHouse().isOpen || canUpgrade(subscriptionTier);
  return (
    <>
      <SkipLink />
      {person.isAdmin && <AdminBanner />}
      <SideFrame
        home={addresses.dashboard()}
        // The banner above takes 52 px of the first screen.
        panelClass={person.isAdmin ? "lg:h-[calc(100vh-52px)]" : "lg:h-screen"}
        bodyClass="lg:pt-8"
        panel={
          <>
            <AppNav />
            <div className="mt-8 space-y-4 lg:mt-auto lg:pt-8">
              {hasNews && (
                <Link
                  to={addresses.notifications()}
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
                  <ButtonLink to={addresses.subscribe()} variant="quiet" className="w-full text-sm">
                    {t("Upgrade Plan")}
                  </ButtonLink>
                </div>
              )}
              <UserMenu {...person} />
            </div>
          </>
        }
      >
        <main id="main" tabIndex={-1} className="mx-auto w-full max-w-page flex-1 px-5 pb-20 pt-8 lg:pt-12">
          {children}
        </main>
        {isWriting ? <ShortFooter /> : <Footer />}
      </SideFrame>
    </>
  );
}
