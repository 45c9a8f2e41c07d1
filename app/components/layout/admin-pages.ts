import {
  BellRing,
  ChartNoAxesColumn,
  Database,
  KeyRound,
  LayoutDashboard,
  Users,
  type LucideIcon,
} from "lucide-react";
import { adminPagesWords } from "~/words/layout/admin-pages";

type AdminLink = { to: string; label: string; icon: LucideIcon };

/** The sidebar (seed section 2, "Admin shell"). */
export const ADMIN_LINKS: readonly AdminLink[] = [
  { to: "/admin-settings", label: adminPagesWords.adminOverview, icon: LayoutDashboard },
  { to: "/admin/users", label: adminPagesWords.userManagement, icon: Users },
  { to: "/admin/trial-keys", label: adminPagesWords.trialKeys, icon: KeyRound },
  { to: "/admin/analytics", label: adminPagesWords.systemAnalytics, icon: ChartNoAxesColumn },
  { to: "/admin/alerts", label: adminPagesWords.alertManagement, icon: BellRing },
  { to: "/admin/database", label: adminPagesWords.database, icon: Database },
];

/** Pages that the sidebar does not have (seed section 2): reached from the foot of every page and from the overview. */
export const MORE_ADMIN_PAGES = [
  {
    to: "/admin/system-health",
    label: adminPagesWords.systemHealth,
    about: adminPagesWords.thisProcessItsJobs,
  },
  {
    to: "/admin/scripture-analytics",
    label: adminPagesWords.scriptureAnalytics,
    about: adminPagesWords.whatWasPrayedWithAndPassed,
  },
  {
    to: "/admin/prompts",
    label: adminPagesWords.promptsAndPassages,
    about: adminPagesWords.theLibraryToBeAdded,
  },
  {
    to: "/admin/audit",
    label: adminPagesWords.auditLog,
    about: adminPagesWords.whatWasDone,
  },
] as const;

const isBelow = (to: string, pathname: string) => pathname === to || pathname.startsWith(`${to}/`);

/** A page below a link belongs to it; what is not known at all shows the overview. */
export function isCurrentAdminPage(to: string, pathname: string): boolean {
  if (to !== "/admin-settings") return isBelow(to, pathname);
  return ![...ADMIN_LINKS, ...MORE_ADMIN_PAGES].some((page) => page.to !== to && isBelow(page.to, pathname));
}
