import { Link, useLocation } from "@remix-run/react";
import clsx from "clsx";
import { Fragment, type ReactNode } from "react";
import { PageHeading } from "~/components/ui/page-heading";
import { t } from "~/i18n/t";
import * as paths from "~/paths";

/** Pages of the settings that exist, in their order. */
const SETTINGS_PAGES = [
  { to: paths.settings(), label: t("Profile") },
  { to: paths.settingsPrayer(), label: t("Prayer") },
  { to: paths.settingsReminders(), label: t("Reminders") },
  { to: paths.settingsPrivacy(), label: t("Privacy") },
  { to: paths.settingsSecurity(), label: t("Security") },
  { to: paths.settingsData(), label: t("Data") },
  { to: paths.settingsPlan(), label: t("Plan") },
  { to: paths.settingsAppearance(), label: t("Appearance") },
  { to: paths.settingsDelete(), label: t("Delete account") },
] as const;

function SettingsNav() {
  const { pathname } = useLocation();
  const open = SETTINGS_PAGES.findLast(
    ({ to }) => pathname === to || (to !== paths.settings() && pathname.startsWith(`${to}/`)),
  );
  return (
    <nav aria-label={t("Settings")} className="mb-8 flex flex-wrap gap-x-5 gap-y-1 border-b border-line">
      {SETTINGS_PAGES.map(({ to, label }) => (
        <Fragment key={to}>
          <Link
            to={to}
            aria-current={open?.to === to ? "page" : undefined}
            className={clsx(
              "inline-flex min-h-11 items-center border-b-2 no-underline",
              open?.to === to ? "border-accent text-ink" : "border-transparent text-muted hover:text-ink",
            )}
          >
            {label}
          </Link>{" "}
        </Fragment>
      ))}
    </nav>
  );
}

/** The frame of every settings page. A component and no layout route, so that each address takes its own posts. */
export function SettingsPage({ children }: { children: ReactNode }) {
  return (
    <>
      <PageHeading title={t("Settings")} />
      <SettingsNav />
      {children}
    </>
  );
}
