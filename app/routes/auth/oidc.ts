import type { LoaderFunctionArgs } from "@remix-run/node";
import { orUnavailable } from "~/http/loaders.server";
import { goToProvider } from "~/http/provider-trip.server";
import { safeRedirect } from "~/http/safe-redirect";
import { currentLockedSession } from "~/http/session.server";

/**
 * To the house's own sign-in. Changes nothing here but a cookie of this browser. Also for someone who is signed in: the
 * administrators' area asks for it again after a while.
 */
export const loader = ({ request }: LoaderFunctionArgs) =>
  orUnavailable(async () => {
    const { searchParams } = new URL(request.url);
    return goToProvider({
      redirectTo: safeRedirect(searchParams.get("redirectTo")),
      invitation: searchParams.get("invitation") ?? undefined,
      asksAgain: (await currentLockedSession(request)) !== null,
    });
  });
