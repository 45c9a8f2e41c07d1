import { useLocation } from "@remix-run/react";
import clsx from "clsx";
import { useRef, type ReactNode } from "react";
import * as addresses from "~/addresses";
import { useDismissableDetails } from "~/browser/use-dismissable-details";
import { Badge } from "~/components/ui/badge";
import { Brand } from "~/components/ui/brand";
import { ButtonLink } from "~/components/ui/button";
import { Icon } from "~/components/ui/icon";
import { Link } from "~/components/ui/link";
import { canUpgrade, TIER_LABELS, type Tier } from "~/domain/member/tiers";
import { t } from "~/i18n/t";
import { AdminBanner } from "./admin-banner";
import { AppNav } from "./app-nav";
import { Footer, ShortFooter } from "./footer";
import { SkipLink } from "./skip-link";
import { useHouse } from "./use-house";
import { UserMenu, type MenuPerson } from "./user-menu";

type Props = MenuPerson & { subscriptionTier: Tier; children: ReactNode };

/** Pages on which someone writes: their foot is a line. */
const WRITING =
  /^\/(journal(\/(morning|evening|free)|\/entries\/[^/]+\/edit)?|coaches\/.+|insights\/\d{4}-\d\d-\d\d)$/;

/**
 * The signed-in layout. The panel is written once: on wide screens it is the sidebar, on phones the
 * `<details>` beside it opens and closes it as a drawer, with or without script.
 */
export function AppShell({ subscriptionTier, children, ...person }: Props) {
  const frame = useRef<HTMLElement>(null);
  const drawer = useDismissableDetails(frame);
  const isWriting = WRITING.test(useLocation().pathname);
  // Where everyone has everything there is nothing to tell, but to someone who tries a smaller plan.
  const showsPlan = !useHouse().isOpen || canUpgrade(subscriptionTier);
  return (
    <>
      <SkipLink />
      {person.isAdmin && <AdminBanner />}
      <div className="min-h-screen lg:grid lg:grid-cols-[15em_minmax(0,1fr)]">
        <header
          ref={frame}
          className={clsx(
            "no-print flex flex-wrap items-center justify-between border-b border-line px-4 py-2 lg:sticky lg:top-0 lg:flex-col lg:flex-nowrap lg:items-stretch lg:justify-start lg:overflow-y-auto lg:border-b-0 lg:px-3 lg:py-5",
            // The banner above takes 52 px of the first screen.
            person.isAdmin ? "lg:h-[calc(100vh-52px)]" : "lg:h-screen",
          )}
        >
          <Link to={addresses.dashboard()} className="inline-flex min-h-11 items-center no-underline lg:px-3">
            <Brand />
          </Link>{" "}
          <details ref={drawer} className="peer lg:hidden">
            <summary className="flex min-h-11 items-center gap-2 rounded px-2 text-sm font-medium">
              <Icon name="menu" />
              {t("Menu")}
            </summary>
          </details>
          <div className="hidden w-full flex-col pb-4 pt-3 peer-open:flex lg:flex lg:flex-1 lg:pb-0 lg:pt-8">
            <AppNav />
            <div className="mt-8 space-y-4 lg:mt-auto lg:pt-8">
              <Link
                to={addresses.notifications()}
                className="flex min-h-11 items-center gap-3 px-2 text-base text-muted no-underline hover:text-ink hover:underline"
              >
                <Icon name="bell" className="shrink-0" />
                {t("Notifications")}
              </Link>{" "}
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
          </div>
        </header>
        <div className="flex min-h-screen min-w-0 flex-col lg:border-l lg:border-line">
          <main id="main" tabIndex={-1} className="mx-auto w-full max-w-page flex-1 px-5 pb-20 pt-8 lg:pt-12">
            {children}
          </main>
          {isWriting ? <ShortFooter /> : <Footer />}
        </div>
      </div>
    </>
  );
}
