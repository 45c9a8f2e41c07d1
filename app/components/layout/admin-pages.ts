import {
  BellRing,
  ChartNoAxesColumn,
  Database,
  KeyRound,
  LayoutDashboard,
  Users,
  type LucideIcon,
} from "lucide-react";
import { t } from "~/i18n/t";

type AdminLink = { to: string; label: string; icon: LucideIcon };

/** The sidebar. */
export const ADMIN_LINKS: readonly AdminLink[] = [
  { to: "/admin-settings", label: t("Admin Overview"), icon: LayoutDashboard },
  { to: "/admin/users", label: t("User Management"), icon: Users },
  { to: "/admin/trial-keys", label: t("Trial Keys"), icon: KeyRound },
  { to: "/admin/analytics", label: t("System Analytics"), icon: ChartNoAxesColumn },
  { to: "/admin/alerts", label: t("Alert Management"), icon: BellRing },
  { to: "/admin/database", label: t("Database"), icon: Database },
];

/** Pages that the sidebar does not have: reached from the foot of every page and from the overview. */
export const MORE_ADMIN_PAGES = [
  {
    to: "/admin/system-health",
    label: t("System health"),
    about: t("This process, its jobs and settings, and a test email."),
  },
  {
    to: "/admin/scripture-analytics",
    label: t("Scripture analytics"),
    about: t("What was prayed with and what was skipped, and any day of the plans."),
  },
  {
    to: "/admin/prompts",
    label: t("Prompts and passages"),
    about: t("Add questions and passages to the library, or retire them."),
  },
  {
    to: "/admin/audit",
    label: t("Audit log"),
    about: t("What was done and by whom, with proof that nothing was altered."),
  },
] as const;

const isBelow = (to: string, pathname: string) => pathname === to || pathname.startsWith(`${to}/`);

/** A page below a link belongs to it; what is not known at all shows the overview. */
export function isCurrentAdminPage(to: string, pathname: string): boolean {
  if (to !== "/admin-settings") return isBelow(to, pathname);
  return ![...ADMIN_LINKS, ...MORE_ADMIN_PAGES].some((page) => page.to !== to && isBelow(page.to, pathname));
}
