import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { LockWatch } from "~/components/accounts/lock-watch";
import { AdminShell } from "~/components/admin/admin-shell";
import { AppShell } from "~/components/layout/app-shell";
import { issueCsrfFields } from "~/http/form/csrf.server";
import { wayAuthorLoader } from "~/http/guards.server";
import { shellData } from "~/http/root-data.server";
import { lockSettingsFor } from "~/http/unlock.server";

/** Data of the layout only; every child route guards itself. */
export const loader = (args: LoaderFunctionArgs) =>
  wayAuthorLoader(args, async ({ member, request }) => {
    const { protection, headers } = await issueCsrfFields(request, member.id);
    return data({ protection, shell: shellData(member), lock: lockSettingsFor(member) }, { headers });
  });

/** The administrators' area, or the member area for an author of ways who is no administrator. */
export default function WaysLayout() {
  const { shell, lock, protection } = useLoaderData<typeof loader>();
  const page = (
    <>
      {lock && <LockWatch {...lock} owner={protection.owner ?? ""} />}
      <Outlet />
    </>
  );
  return shell.isAdmin ? <AdminShell {...shell}>{page}</AdminShell> : <AppShell {...shell}>{page}</AppShell>;
}
