import { data, redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AppShell } from "~/components/layout/app-shell";
import { PublicShell } from "~/components/layout/public-shell";
import { issueCsrfFields } from "~/http/form/csrf.server";
import { publicLoader, repairMangledLink } from "~/http/guards.server";
import { shellData } from "~/http/root-data.server";
import NotFound, { loader as notFound } from "./404";

export { meta } from "./404";

export const handle = { js: false };

/** Unknown paths: redirects a mangled link to its page, else responds with 404; a member keeps the menu. */
export const loader = (args: LoaderFunctionArgs) =>
  publicLoader(args, async ({ request, url, member }) => {
    const repaired = repairMangledLink(url);
    if (repaired) return redirect(repaired);
    if (!member) return data({ shell: null, protection: null }, { status: 404 });
    const { protection, headers } = await issueCsrfFields(request, member.id);
    return data({ shell: shellData(member), protection }, { status: 404, headers });
  });

export const action = () => notFound();

export default function Unknown() {
  const { shell } = useLoaderData<typeof loader>();
  if (!shell)
    return (
      <PublicShell>
        <NotFound />
      </PublicShell>
    );
  return (
    <AppShell {...shell}>
      <NotFound />
    </AppShell>
  );
}
