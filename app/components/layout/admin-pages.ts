import type { IconName } from "~/components/ui/icon";
import { t } from "~/i18n/t";
import * as paths from "~/paths";

type AdminLink = { to: string; label: string; icon: IconName };

/** Links of the sidebar, in the order of the specification. */
export const ADMIN_LINKS: readonly AdminLink[] = [
  { to: paths.adminSettings(), label: t("Admin Overview"), icon: "layout-dashboard" },
  { to: paths.adminUsers(), label: t("User Management"), icon: "users" },
  { to: paths.adminTrialKeys(), label: t("Trial Keys"), icon: "key-round" },
  { to: paths.adminAnalytics(), label: t("System Analytics"), icon: "chart-no-axes-column" },
  { to: paths.adminAlerts(), label: t("Alert Management"), icon: "bell-ring" },
  { to: paths.adminDatabase(), label: t("Database"), icon: "database" },
];

/** Pages outside the sidebar, linked from the overview. */
export const MORE_ADMIN_PAGES = [
  {
    to: paths.adminWays(),
    label: t("Ways written here"),
    about: t("Write courses of prayer for a season or a group."),
  },
  {
    to: paths.adminPrompts(),
    label: t("Prompts and passages"),
    about: t("Add questions and passages, or retire them."),
  },
  {
    to: paths.adminScriptureAnalytics(),
    label: t("Scripture analytics"),
    about: t("Passages prayed with and skipped, and any day of the plans."),
  },
  {
    to: paths.adminSystemHealth(),
    label: t("System health"),
    about: t("Whether the server, its email and its jobs are well."),
  },
  {
    to: paths.adminAudit(),
    label: t("Audit log"),
    about: t("Who did what, with proof that nothing was altered."),
  },
] as const;

const isBelow = (to: string, pathname: string) => pathname === to || pathname.startsWith(`${to}/`);

/** Whether `to` is the sidebar's link for this path: pages under no link belong to the overview. */
export function isCurrentAdminPage(to: string, pathname: string): boolean {
  if (to !== paths.adminSettings()) return isBelow(to, pathname);
  return !ADMIN_LINKS.some((page) => page.to !== to && isBelow(page.to, pathname));
}
