import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import * as addresses from "~/addresses";
import { Pager } from "~/components/admin/filters";
import { ButtonLink } from "~/components/ui/button";
import { PageHeading } from "~/components/ui/page-heading";
import { listUsers } from "~/domain/administration/users/list-users.server";
import { readUserCursor, userFiltersFrom } from "~/domain/administration/users/query";
import { utcDay } from "~/domain/calendar/utc";
import { adminLoader } from "~/http/loaders.server";
import { t } from "~/i18n/t";
import { UserFilterForm, UserTable } from "./parts";

export const meta: MetaFunction = () => [{ title: t("User Management · Still and Know") }];

export const loader = (args: LoaderFunctionArgs) =>
  adminLoader(args, async ({ url }) => {
    const filters = userFiltersFrom(url.searchParams);
    const cursor = readUserCursor(url.searchParams.get("page"));
    const { users, next } = await listUsers(filters, cursor);
    return {
      filters,
      users: users.map((user) => ({
        ...user,
        createdAt: utcDay(user.createdAt),
      })),
      file: addresses.adminUsersFile(filters),
      first: cursor ? addresses.adminUsers(filters) : null,
      next: next && addresses.adminUsers({ ...filters, page: next }),
    };
  });

export default function UsersPage() {
  const { filters, users, file, first, next } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeading
        title={t("User Management")}
        intro={t(
          "Accounts and their states, newest first, in UTC. What people write, how much, and when they were here is not shown.",
        )}
      />
      <UserFilterForm filters={filters} />
      <UserTable users={users} />
      <Pager label={t("List pages")} first={first} next={next} isByAge={false} />
      <p className="no-print mt-8">
        <ButtonLink to={file} variant="quiet">
          {t("Export this list as CSV")}
        </ButtonLink>
      </p>
    </>
  );
}
