import { redirect, type ActionFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { redirectWithToast } from "~/http/cookies.server";
import { publicAction } from "~/http/form/guarded-actions.server";
import { oidcLogoutUrl } from "~/http/oidc-flow.server";
import { signOutBestEffort } from "~/http/session.server";
import { t } from "~/i18n/t";
import * as paths from "~/paths";

export function loader() {
  throw new Response(null, { status: 405, headers: { Allow: "POST", "Cache-Control": "no-store" } });
}

/** Ends the session and redirects to the landing page, for OIDC sessions through the provider's logout. */
export const action = (args: ActionFunctionArgs) =>
  publicAction(args, { schema: z.object({}) }, async ({ request }) => {
    const providerUrl = await oidcLogoutUrl(request);
    const { cookie, isEnded } = await signOutBestEffort(request);
    const headers: [string, string][] = [
      ["Set-Cookie", cookie],
      ["Clear-Site-Data", '"cache"'],
    ];
    if (isEnded && providerUrl) return redirectWithToast(providerUrl, SIGNED_OUT, { headers });
    if (isEnded) return redirect(paths.home({ loggedOut: "true" }), { headers });
    return redirectWithToast(paths.home(), SIGNED_OUT_LOCALLY, { headers });
  });

const SIGNED_OUT = { title: t("You are signed out"), tone: "info" } as const;

/** The session could not be ended on the server. */
const SIGNED_OUT_LOCALLY = {
  title: t("You are signed out on this device"),
  text: t("The server could not record this just now. The session will end on its own when it expires."),
  tone: "info",
} as const;
