import * as addresses from "~/addresses";
import { Cell, DataTable, Row, RowHead } from "~/components/admin/data-table";
import { FilterChoice, FilterForm, FilterLine } from "~/components/admin/filters";
import { STATUS_WORDS, UserState } from "~/components/admin/user-state";
import { Link } from "~/components/ui/link";
import type { UserLine } from "~/domain/administration/users/line.server";
import type { UserFilters } from "~/domain/administration/users/query";
import { TIER_LABELS, TIERS } from "~/domain/member/tiers";
import { t } from "~/i18n/t";

export function UserFilterForm({ filters, filtered }: { filters: UserFilters; filtered: boolean }) {
  return (
    <FilterForm action={addresses.adminUsers()} label={t("Find users")} filtered={filtered}>
      <FilterLine
        name="q"
        type="search"
        label={t("Search")}
        maxLength={100}
        defaultValue={filters.q}
        hint={t("A user number, or the beginning of a username or an address.")}
        className="sm:col-span-2 lg:col-span-4"
      />
      <FilterChoice
        name="tier"
        label={t("Plan")}
        value={filters.tier}
        options={TIERS.map((tier) => [tier, TIER_LABELS[tier]] as const)}
      />
      <FilterChoice
        name="verified"
        label={t("Address")}
        value={filters.verified}
        options={[
          ["yes", t("Verified")],
          ["no", t("Not verified")],
        ]}
      />
      <FilterChoice
        name="status"
        label={t("State")}
        value={filters.status}
        options={Object.entries(STATUS_WORDS)}
      />
      <label className="flex min-h-11 items-center gap-3 self-end">
        <input type="checkbox" name="admin" value="1" defaultChecked={filters.admin} />
        {t("Administrators only")}
      </label>{" "}
      <label className="flex min-h-11 items-center gap-3 self-end">
        <input type="checkbox" name="unused" value="1" defaultChecked={filters.unused} />
        {t("Not used for a year")}
      </label>
    </FilterForm>
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
      columns={[
        { label: t("Number") },
        { label: t("Username and address") },
        { label: t("Plan") },
        { label: t("State") },
        { label: t("Created") },
      ]}
    >
      {users.map((user) => (
        <Row key={user.id}>
          <Cell muted nowrap>
            {user.id}
          </Cell>
          <RowHead>
            <Link to={addresses.adminUser(user.id)} className="font-medium">
              {user.username}
            </Link>{" "}
            <span className="block min-w-44 break-all text-sm text-muted">{user.email}</span>
          </RowHead>
          <Cell>
            {TIER_LABELS[user.tier]}
            {user.planSource !== "none" && (
              <span className="block text-sm text-muted">{SOURCE_NAMES[user.planSource]}</span>
            )}
          </Cell>
          <Cell>
            <UserState {...user} />
            {user.isUnused && <span className="block text-sm text-muted">{t("Not used for a year")}</span>}
          </Cell>
          <Cell nowrap last>
            {user.createdAt}
          </Cell>
        </Row>
      ))}
    </DataTable>
  );
}
