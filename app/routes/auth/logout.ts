import { redirect, type ActionFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import * as addresses from "~/addresses";
import { publicAction } from "~/http/forms.server";
import { signOutBrowser } from "~/http/session.server";

/** Signing out is a post; opening the address does nothing. */
export function loader() {
  throw new Response(null, { status: 405, headers: { Allow: "POST" } });
}

/** Ends the session on the server, then to the landing page. */
export const action = (args: ActionFunctionArgs) =>
  publicAction(args, { schema: z.object({}) }, async ({ request }) =>
    redirect(addresses.home({ loggedOut: "true" }), {
      headers: [
        ["Set-Cookie", await signOutBrowser(request)],
        ["Clear-Site-Data", '"cache"'],
      ],
    }),
  );
