import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { JournalResetBanner } from "~/components/accounts/journal-reset-banner";
import { LockWatch } from "~/components/accounts/lock-watch";
import { AdminShell } from "~/components/admin/admin-shell";
import { journalResetDay } from "~/domain/member/member";
import { issueCsrfFields } from "~/http/form/csrf.server";
import { adminLoader } from "~/http/guards.server";
import { lockSettingsFor } from "~/http/unlock.server";

/** Data of the shell; every page does its own authorization. */
export const loader = (args: LoaderFunctionArgs) =>
  adminLoader(args, async ({ member, request }) => {
    const { protection, headers } = await issueCsrfFields(request, member.id);
    const { username, firstName, lastName, email } = member;
    const person = { username, firstName, lastName, email };
    return data(
      { protection, person, resetDay: journalResetDay(member), lock: lockSettingsFor(member) },
      { headers },
    );
  });

export default function AdminLayout() {
  const { person, resetDay, lock, protection } = useLoaderData<typeof loader>();
  return (
    <AdminShell {...person}>
      {resetDay && <JournalResetBanner day={resetDay} />}
      {lock && <LockWatch {...lock} owner={protection.owner ?? ""} />}
      <Outlet />
    </AdminShell>
  );
}
