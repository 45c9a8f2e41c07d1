import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { AdminListPage, defineAdminList } from "~/components/admin/admin-list";
import { STATUS_NAMES, UserState } from "~/components/admin/facts";
import { PageHeading } from "~/components/ui/page-heading";
import { listUsers, type UserRow } from "~/domain/administration/users/users.server";
import { utcDay } from "~/domain/calendar/local-day";
import { TIER_LABELS, TIERS } from "~/domain/member/plan";
import { loadAdminList } from "~/http/admin-list.server";
import { adminLoader } from "~/http/guards.server";
import { t } from "~/i18n/t";
import * as paths from "~/paths";

export const meta: MetaFunction = () => [{ title: t("User Management · Still and Know") }];

const SOURCE_NAMES: Record<string, string> = {
  trial: t("trial"),
  gift: t("gift"),
  paid: t("paid"),
  admin: t("admin"),
};

export const USER_LIST = defineAdminList({
  address: paths.adminUsers,
  cursor: "page",
  filters: [
    {
      name: "q",
      label: t("Search"),
      hint: t("A user number, or the beginning of a username or an address."),
      line: { type: "search", maxLength: 100 },
      className: "sm:col-span-2 lg:col-span-4",
    },
    { name: "tier", label: t("Plan"), choices: TIERS.map((tier) => [tier, TIER_LABELS[tier]]) },
    {
      name: "verified",
      label: t("Address"),
      choices: [
        ["yes", t("Verified")],
        ["no", t("Not verified")],
      ],
    },
    { name: "status", label: t("State"), choices: Object.entries(STATUS_NAMES) },
    { name: "admin", label: t("Administrators only") },
    { name: "unused", label: t("Not used for a year") },
  ],
  filterLabel: t("Find users"),
  pagerLabel: t("List pages"),
  isByAge: false,
  toRowView: (user: UserRow) => ({ ...user, createdAt: utcDay(user.createdAt) }),
  caption: t("Users"),
  rowKey: ({ id }) => id,
  empty: { filtered: t("No account matches this.") },
  columns: [
    { label: t("Number"), muted: true, nowrap: true, cell: ({ id }) => id },
    {
      label: t("Username and address"),
      isName: true,
      cell: ({ id, username, email }) => (
        <>
          <Link to={paths.adminUser(id)} className="font-medium">
            {username}
          </Link>{" "}
          <span className="block min-w-44 break-all text-sm text-muted">{email}</span>
        </>
      ),
    },
    {
      label: t("Plan"),
      cell: ({ tier, planSource }) => (
        <>
          {TIER_LABELS[tier]}
          {planSource !== "none" && (
            <span className="block text-sm text-muted">{SOURCE_NAMES[planSource]}</span>
          )}
        </>
      ),
    },
    {
      label: t("State"),
      cell: (user) => (
        <>
          <UserState {...user} />
          {user.isUnused && <span className="block text-sm text-muted">{t("Not used for a year")}</span>}
        </>
      ),
    },
    { label: t("Created"), nowrap: true, cell: ({ createdAt }) => createdAt },
  ],
  csv: {
    address: paths.adminUsersFile,
    label: t("Export this list as CSV"),
    fileName: "users",
    auditKind: "admin.users_exported",
    columns: [
      [t("number"), (user) => user.id],
      [t("username"), (user) => user.username],
      [t("email"), (user) => user.email],
      [t("plan"), (user) => user.tier],
      [t("plan from"), (user) => user.planSource],
      [t("verified"), (user) => user.isVerified],
      [t("state"), (user) => user.status],
      [t("administrator"), (user) => user.isAdmin],
      [t("created"), (user) => user.createdAt.toISOString()],
      [t("not used for a year"), (user) => user.isUnused],
    ],
  },
});

export const loader = (args: LoaderFunctionArgs) =>
  adminLoader(args, ({ url }) => loadAdminList(USER_LIST, listUsers, url));

export default function UsersPage() {
  const page = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeading
        title={t("User Management")}
        intro={t(
          "Accounts and their states, newest first, in UTC. What people write, how much, and when they were here is not shown.",
        )}
      />
      <AdminListPage list={USER_LIST} {...page} />
    </>
  );
}
