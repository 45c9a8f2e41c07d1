import { redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { PublicShell } from "~/components/layout/public-shell";
import { runWithHeaders } from "~/http/failure-responses.server";
import { repairMangledLink } from "~/http/guards.server";
import NotFound, { loader as notFound } from "./404";

export { meta } from "./404";

export const handle = { js: false };

/** Whatever no other route knows: the page that a mangled link meant, or status 404 and the not-found page. */
export function loader({ request }: LoaderFunctionArgs) {
  const meant = repairMangledLink(new URL(request.url));
  return runWithHeaders(() => (meant ? redirect(meant) : notFound()));
}

export const action = () => notFound();

export default function Unknown() {
  return (
    <PublicShell>
      <NotFound />
    </PublicShell>
  );
}
