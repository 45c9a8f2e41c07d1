import { Link } from "@remix-run/react";
import { useDismissableDetails } from "~/browser/use-dismissable-details";
import { PostForm } from "~/components/forms/post-form";
import { Icon } from "~/components/ui/icon";
import { avatarInitials, displayName } from "~/domain/member/member";
import { t } from "~/i18n/t";
import * as paths from "~/paths";

export type MenuPerson = {
  username: string;
  firstName: string;
  lastName: string;
  email: string;
  isAdmin: boolean;
};

const ITEM =
  "flex min-h-11 w-full items-center gap-3 rounded px-3 text-left text-sm text-ink no-underline hover:bg-sunk hover:underline";

/** Account Settings, Admin Dashboard (admins only), Logout. Opens without script. */
export function UserMenu(person: MenuPerson) {
  const ref = useDismissableDetails();
  return (
    <details ref={ref} className="group relative">
      <PersonSummary {...person} />
      <div className="rounded-lg border border-line bg-raised p-1 lg:absolute lg:bottom-full lg:left-0 lg:right-0 lg:mb-1">
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
        {/* A whole document comes back: whatever this page kept in memory goes with it. */}
        <PostForm action={paths.logout()} reloadDocument>
          <button type="submit" className={ITEM}>
            <Icon name="log-out" className="text-muted" />
            {t("Logout")}
          </button>
        </PostForm>
      </div>
    </details>
  );
}

/** The line that opens a user menu: initials and name, here and in the administrators' area. */
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
