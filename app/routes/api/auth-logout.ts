import type { ActionFunctionArgs } from "@remix-run/node";
import { jsonHandler, methodNotAllowedResponse, requireSameOrigin } from "~/http/api.server";
import { signOutBestEffort } from "~/http/session.server";

/** Ends the session; takes no body and no content type. Clears the cookie even when the server cannot write. */
export const action = ({ request }: ActionFunctionArgs) =>
  jsonHandler(async () => {
    requireSameOrigin(request, "POST");
    const headers = {
      "Set-Cookie": (await signOutBestEffort(request)).cookie,
      "Cache-Control": "no-store",
      "Clear-Site-Data": '"cache"',
    };
    return new Response(null, { status: 204, headers });
  });

export const loader = () => methodNotAllowedResponse("POST");
