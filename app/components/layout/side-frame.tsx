import { Link } from "@remix-run/react";
import clsx from "clsx";
import { useRef, type ReactNode } from "react";
import { useDismissableDetails } from "~/browser/use-dismissable-details";
import { PostForm } from "~/components/forms/post-form";
import { Brand } from "~/components/ui/brand";
import { FragmentLink } from "~/components/ui/fragment-cache.state";
import { Icon, type IconName } from "~/components/ui/icon";
import { avatarInitials, displayName } from "~/domain/member/member";
import { t } from "~/i18n/t";
import * as paths from "~/paths";

type SideFrameProps = {
  /** Target of the brand link; `reloadHome` loads it as a new document. */
  home: string;
  reloadHome?: boolean;
  /** Class of the panel, which sets its height on wide screens. */
  panelClass: string;
  bodyClass: string;
  panel: ReactNode;
  children: ReactNode;
};

/**
 * Page with a side panel. The panel is rendered once: a sidebar on wide screens, a drawer behind `<details>` on
 * phones, with or without script.
 */
export function SideFrame({ home, reloadHome, panelClass, bodyClass, panel, children }: SideFrameProps) {
  const frame = useRef<HTMLElement>(null);
  const drawer = useDismissableDetails(frame);
  return (
    <div className="side-frame flex min-h-screen flex-col lg:grid lg:grid-cols-[15em_minmax(0,1fr)]">
      <header
        ref={frame}
        className={clsx(
          "no-print flex flex-wrap items-center justify-between border-b border-line px-4 py-2 lg:sticky lg:top-0 lg:flex-col lg:flex-nowrap lg:items-stretch lg:overflow-y-auto lg:border-b-0 lg:px-3 lg:py-5",
          panelClass,
        )}
      >
        <Link
          to={home}
          reloadDocument={reloadHome}
          className="inline-flex min-h-11 items-center no-underline lg:px-3"
        >
          <Brand />
        </Link>{" "}
        <details ref={drawer} className="peer lg:hidden">
          <summary className="flex min-h-11 items-center gap-2 rounded px-2 text-sm font-medium">
            <Icon name="menu" />
            {t("Menu")}
          </summary>
        </details>
        <div
          className={clsx(
            "hidden w-full flex-col pb-4 pt-3 peer-open:flex lg:flex lg:flex-1 lg:pb-0",
            bodyClass,
          )}
        >
          {panel}
        </div>
      </header>
      <div className="flex min-w-0 flex-1 flex-col lg:min-h-screen lg:border-l lg:border-line">
        {children}
      </div>
    </div>
  );
}

/** Sidebar link; the current page has a marker and `aria-current`. */
export function NavItem({
  to,
  label,
  icon,
  current,
  className,
}: {
  to: string;
  label: string;
  icon?: IconName;
  current: boolean;
  className?: string;
}) {
  return (
    <FragmentLink
      to={to}
      aria-current={current ? "page" : undefined}
      className={clsx(
        "flex min-h-11 items-center gap-3 border-l-2 pr-3 text-base no-underline hover:underline",
        current ? "border-accent font-semibold text-ink" : "border-transparent text-muted hover:text-ink",
        className ?? "pl-4",
      )}
    >
      {icon && <Icon name={icon} className={clsx("shrink-0", current && "text-accent")} />}
      {label}
    </FragmentLink>
  );
}

export type MenuPerson = {
  username: string;
  firstName: string;
  lastName: string;
  email: string;
  isAdmin: boolean;
};

const ITEM =
  "flex min-h-11 w-full items-center gap-3 rounded px-3 text-left text-sm text-ink no-underline hover:bg-sunk hover:underline";

/** User menu, which opens without script. "Logout" stays visible below it. */
export function UserMenu(person: MenuPerson) {
  const ref = useDismissableDetails();
  return (
    <div>
      <details ref={ref} className="group">
        <PersonSummary {...person} />
        <div className="rounded-lg border border-line bg-raised p-1">
          <Link to={paths.settings()} className={ITEM}>
            <Icon name="sliders-horizontal" className="text-muted" />
            {t("Account Settings")}
          </Link>{" "}
          {person.isAdmin && (
            <Link to={paths.adminSettings()} reloadDocument className={ITEM}>
              <Icon name="shield-check" className="text-muted" />
              {t("Admin Dashboard")}
            </Link>
          )}
        </div>
      </details>
      {/* A new document clears the in-memory page cache. */}
      <PostForm action={paths.logout()} reloadDocument>
        <button type="submit" className={clsx(ITEM, "border-l-2 border-transparent pl-4")}>
          <Icon name="log-out" className="text-muted" />
          {t("Logout")}
        </button>
      </PostForm>
    </div>
  );
}

/** Summary of the user menu: initials and name. */
export function PersonSummary(person: Omit<MenuPerson, "isAdmin">) {
  return (
    <summary className="flex min-h-14 items-center gap-3 rounded px-2 hover:bg-sunk">
      <span
        aria-hidden="true"
        dir="auto"
        className="flex h-10 w-10 shrink-0 items-center justify-center rounded-full bg-accent text-sm font-semibold text-accent-ink"
      >
        {avatarInitials(person)}
      </span>{" "}
      <span className="min-w-0 flex-1 truncate text-sm font-medium">
        <span className="sr-only">{t("User menu:")} </span>
        <bdi>{displayName(person)}</bdi>
      </span>
      <Icon
        name="chevron-down"
        className="shrink-0 text-muted transition group-open:[transform:rotate(180deg)]"
      />
    </summary>
  );
}
