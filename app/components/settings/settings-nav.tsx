import { useLocation } from "@remix-run/react";
import clsx from "clsx";
import { Fragment } from "react";
import { Link } from "~/components/ui/link";
import { t } from "~/i18n/t";

/** Pages of the settings that exist, in their order. */
const SETTINGS_PAGES = [
  { to: "/settings", label: t("Profile") },
  { to: "/settings/prayer", label: t("Prayer") },
  { to: "/settings/reminders", label: t("Reminders") },
  { to: "/settings/privacy", label: t("Privacy") },
  { to: "/settings/security", label: t("Security") },
  { to: "/settings/data", label: t("Data") },
  { to: "/settings/plan", label: t("Plan") },
  { to: "/settings/appearance", label: t("Appearance") },
  { to: "/settings/delete", label: t("Delete account") },
] as const;

export function SettingsNav() {
  const { pathname } = useLocation();
  const isOpen = (to: string) => pathname === to || (to !== "/settings" && pathname.startsWith(`${to}/`));
  return (
    <nav aria-label={t("Settings")} className="mb-8 flex flex-wrap gap-x-5 gap-y-1 border-b border-line">
      {SETTINGS_PAGES.map(({ to, label }) => (
        <Fragment key={to}>
          <Link
            to={to}
            aria-current={isOpen(to) ? "page" : undefined}
            className={clsx(
              "inline-flex min-h-11 items-center border-b-2 no-underline",
              isOpen(to) ? "border-accent text-ink" : "border-transparent text-muted hover:text-ink",
            )}
          >
            {label}
          </Link>{" "}
        </Fragment>
      ))}
    </nav>
  );
}
