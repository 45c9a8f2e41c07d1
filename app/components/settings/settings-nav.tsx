import { NavLink } from "@remix-run/react";
import { Fragment } from "react";
import { settingsNavWords } from "~/words/settings/settings-nav";

/** Pages of the settings that exist, in their order (product 2.10). */
export const SETTINGS_PAGES = [
  { to: "/settings", label: settingsNavWords.profile },
  { to: "/settings/prayer", label: settingsNavWords.prayer },
  { to: "/settings/reminders", label: settingsNavWords.reminders },
  { to: "/settings/privacy", label: settingsNavWords.privacy },
  { to: "/settings/security", label: settingsNavWords.security },
  { to: "/settings/data", label: settingsNavWords.data },
  { to: "/settings/plan", label: settingsNavWords.plan },
  { to: "/settings/appearance", label: settingsNavWords.appearance },
  { to: "/settings/delete", label: settingsNavWords.deleteAccount },
] as const;

export function SettingsNav() {
  return (
    <nav
      aria-label={settingsNavWords.settings}
      className="mb-8 flex flex-wrap gap-x-5 gap-y-1 border-b border-line"
    >
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
