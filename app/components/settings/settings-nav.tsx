import { NavLink } from "@remix-run/react";
import { Fragment } from "react";
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
  return (
    <nav aria-label={t("Settings")} className="mb-8 flex flex-wrap gap-x-5 gap-y-1 border-b border-line">
      {SETTINGS_PAGES.map(({ to, label }) => (
        <Fragment key={to}>
          <NavLink
            to={to}
            end={to === "/settings"}
            className={({ isActive }) =>
              `inline-flex min-h-11 items-center border-b-2 no-underline ${isActive ? "border-accent text-ink" : "border-transparent text-muted hover:text-ink"}`
            }
          >
            {label}
          </NavLink>{" "}
        </Fragment>
      ))}
    </nav>
  );
}
