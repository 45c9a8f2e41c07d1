import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { useDismissableDetails } from "~/browser/use-dismissable-details";
import { PostForm } from "~/components/forms/post-form";
import { ADMIN_LINKS, isCurrentAdminPage } from "~/components/layout/admin-pages";
import { SkipLink } from "~/components/layout/links";
import { NavItem, PersonSummary, SideFrame } from "~/components/layout/side-frame";
import { Badge } from "~/components/ui/badge";
import { ButtonLink } from "~/components/ui/button";
import { Icon } from "~/components/ui/icon";
import { t } from "~/i18n/t";
import * as paths from "~/paths";

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
        brandClass="lg:px-3"
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
