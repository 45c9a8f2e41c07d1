import { Link } from "@remix-run/react";
import * as addresses from "~/addresses";
import { DataTable } from "~/components/admin/data-table";
import { FilterForm } from "~/components/admin/filters";
import { STATUS_WORDS, UserState } from "~/components/admin/user-state";
import type { UserLine } from "~/domain/administration/users/line.server";
import type { UserFilters } from "~/domain/administration/users/query";
import { TIER_LABELS, TIERS } from "~/domain/member/tiers";
import { t } from "~/i18n/t";

export function UserFilterForm({ filters }: { filters: UserFilters }) {
  return (
    <FilterForm
      action={addresses.adminUsers()}
      label={t("Find users")}
      chosen={filters}
      filters={[
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
        { name: "status", label: t("State"), choices: Object.entries(STATUS_WORDS) },
        { name: "admin", label: t("Administrators only") },
        { name: "unused", label: t("Not used for a year") },
      ]}
    />
  );
}

/** Where a plan comes from. */
const SOURCE_NAMES: Record<string, string> = {
  trial: t("trial"),
  gift: t("gift"),
  paid: t("paid"),
  admin: t("admin"),
};

type User = Omit<UserLine, "createdAt"> & { createdAt: string };

export function UserTable({ users }: { users: User[] }) {
  return (
    <DataTable
      caption={t("Users")}
      rows={users}
      rowKey={({ id }) => id}
      empty={t("No account matches this.")}
      columns={[
        { label: t("Number"), muted: true, nowrap: true, cell: ({ id }) => id },
        {
          label: t("Username and address"),
          isName: true,
          cell: ({ id, username, email }) => (
            <>
              <Link to={addresses.adminUser(id)} className="font-medium">
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
      ]}
    />
  );
}
