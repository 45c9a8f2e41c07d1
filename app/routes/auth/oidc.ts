import { redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { publicLoader } from "~/http/loaders.server";
import { goToProvider } from "~/http/provider-trip.server";
import { safeRedirect } from "~/http/safe-redirect";

/** To the house's own sign-in. Changes nothing here but a cookie of this browser. */
export const loader = (args: LoaderFunctionArgs) =>
  publicLoader(args, async ({ url, member }) => {
    const redirectTo = safeRedirect(url.searchParams.get("redirectTo"));
    if (member) throw redirect(redirectTo);
    return goToProvider({ redirectTo, invitation: url.searchParams.get("invitation") ?? undefined });
  });
