import type { LoaderFunctionArgs } from "@remix-run/node";
import { runLoader, safeRedirect } from "~/http/guards.server";
import { startOidcFlow } from "~/http/oidc-flow.server";
import { currentLockedSession, currentMember } from "~/http/session.server";

/**
 * Starts the OIDC authorization flow; only sets a cookie. For a signed-in member or a locked session the provider has
 * to re-authenticate, because the flow replaces the password.
 */
export const loader = ({ request }: LoaderFunctionArgs) =>
  runLoader(async () => {
    const { searchParams } = new URL(request.url);
    return startOidcFlow({
      redirectTo: safeRedirect(searchParams.get("redirectTo")),
      invitation: searchParams.get("invitation") ?? undefined,
      forcesAuthentication:
        ((await currentMember(request)) ?? (await currentLockedSession(request))) !== null,
    });
  });
