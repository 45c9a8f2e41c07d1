import { redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { PublicShell } from "~/components/layout/public-shell";
import { runWithHeaders } from "~/http/failure-responses.server";
import { repairMangledLink } from "~/http/guards.server";
import NotFound, { loader as notFound } from "./404";

export { meta } from "./404";

export const handle = { js: false };

/** Unknown paths: redirects a mangled link to its page, else responds with 404. */
export function loader({ request }: LoaderFunctionArgs) {
  const repaired = repairMangledLink(new URL(request.url));
  return runWithHeaders(() => (repaired ? redirect(repaired) : notFound()));
}

export const action = () => notFound();

export default function Unknown() {
  return (
    <PublicShell>
      <NotFound />
    </PublicShell>
  );
}
