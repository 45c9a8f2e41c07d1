import type { LoaderFunctionArgs } from "@remix-run/node";
import { runLoader, safeRedirect } from "~/http/guards.server";
import { startOidcFlow } from "~/http/oidc-flow.server";
import { currentLockedSession, currentMember } from "~/http/session.server";

/**
 * Starts the OIDC authorization flow. Changes nothing here but a cookie of this browser. For a member who is signed in, or whose
 * session is locked, the provider has to ask who they are: it stands for the password then.
 */
export const loader = ({ request }: LoaderFunctionArgs) =>
  runLoader(async () => {
    const { searchParams } = new URL(request.url);
    return startOidcFlow({
      redirectTo: safeRedirect(searchParams.get("redirectTo")),
      invitation: searchParams.get("invitation") ?? undefined,
      asksAgain: ((await currentMember(request)) ?? (await currentLockedSession(request))) !== null,
    });
  });
