import {
  BellRing,
  ChartNoAxesColumn,
  Database,
  KeyRound,
  LayoutDashboard,
  Users,
  type LucideIcon,
} from "lucide-react";

type AdminLink = { to: string; label: string; icon: LucideIcon };

/** The sidebar (seed section 2, "Admin shell"). */
export const ADMIN_LINKS: readonly AdminLink[] = [
  { to: "/admin-settings", label: "Admin Overview", icon: LayoutDashboard },
  { to: "/admin/users", label: "User Management", icon: Users },
  { to: "/admin/trial-keys", label: "Trial Keys", icon: KeyRound },
  { to: "/admin/analytics", label: "System Analytics", icon: ChartNoAxesColumn },
  { to: "/admin/alerts", label: "Alert Management", icon: BellRing },
  { to: "/admin/database", label: "Database", icon: Database },
];

/** Pages that the sidebar does not have (seed section 2): reached from the foot of every page and from the overview. */
export const MORE_ADMIN_PAGES = [
  {
    to: "/admin/system-health",
    label: "System health",
    about: "This process, its jobs and its settings; test mail.",
  },
  {
    to: "/admin/scripture-analytics",
    label: "Scripture analytics",
    about: "What was prayed with and passed over, and any day of the plans.",
  },
  {
    to: "/admin/prompts",
    label: "Prompts and passages",
    about: "The library, to be added to and taken from.",
  },
  {
    to: "/admin/audit",
    label: "Audit log",
    about: "What was done, by whom, and that none of it was altered.",
  },
] as const;

const isBelow = (to: string, pathname: string) => pathname === to || pathname.startsWith(`${to}/`);

/** A page below a link belongs to it; what is not known at all shows the overview. */
export function isCurrentAdminPage(to: string, pathname: string): boolean {
  if (to !== "/admin-settings") return isBelow(to, pathname);
  return ![...ADMIN_LINKS, ...MORE_ADMIN_PAGES].some((page) => page.to !== to && isBelow(page.to, pathname));
}
