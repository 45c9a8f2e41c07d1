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

/** Pages outside the sidebar, linked from the overview and from the footer of the admin area. */
export const MORE_ADMIN_PAGES = [
  {
    to: paths.adminInvitations(),
    label: t("Invitations"),
    about: t("Invite people by email, or with a link to hand over."),
  },
  {
    to: paths.adminSystemHealth(),
    label: t("System health"),
    about: t("Whether the server, its email and its backups are well."),
  },
  {
    to: paths.adminHouse(),
    label: t("This house"),
    about: t("What it is called, who may come, and what everyone has."),
  },
  {
    to: paths.adminWays(),
    label: t("Ways of this house"),
    about: t("Write ways of some days, see any day of them, and what is wrong with a file."),
  },
  {
    to: paths.adminPrompts(),
    label: t("Prompts and passages"),
    about: t("Add questions and passages to the library, or retire them."),
  },
  {
    to: paths.adminAudit(),
    label: t("Audit log"),
    about: t("What was done and by whom, with proof that nothing was altered."),
  },
  {
    to: paths.adminScriptureAnalytics(),
    label: t("Scripture analytics"),
    about: t("What was prayed with and what was skipped, and any day of the plans."),
  },
] as const;

const isBelow = (to: string, pathname: string) => pathname === to || pathname.startsWith(`${to}/`);

/** Whether `to` is the page of this path or above it. Pages under no link belong to the overview. */
export function isCurrentAdminPage(to: string, pathname: string): boolean {
  if (to !== paths.adminSettings()) return isBelow(to, pathname);
  return ![...ADMIN_LINKS, ...MORE_ADMIN_PAGES].some((page) => page.to !== to && isBelow(page.to, pathname));
}
