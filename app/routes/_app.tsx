import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { AppShell } from "~/components/layout/app-shell";
import { protectForms } from "~/http/form-protection.server";
import { memberLoader } from "~/http/loaders.server";

/** Data for the shell only; every page inside guards itself. */
export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ member, request }) => {
    const { protection, headers } = await protectForms(request, member.id);
    const { username, firstName, lastName, email, isAdmin, subscriptionTier } = member;
    return data(
      { protection, shell: { username, firstName, lastName, email, isAdmin, subscriptionTier } },
      { headers },
    );
  });

export default function AppLayout() {
  const { shell } = useLoaderData<typeof loader>();
  return (
    <AppShell {...shell}>
      <Outlet />
    </AppShell>
  );
}
