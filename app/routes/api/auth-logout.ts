import type { ActionFunctionArgs } from "@remix-run/node";
import { jsonHandler, methodNotAllowedResponse, requireSameOrigin } from "~/http/api.server";
import { signOutBestEffort } from "~/http/session.server";

/** Ends the session on the server; needs no body and no content type. The cookie goes also where the server cannot write. */
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

/** Only a post. */
export const loader = () => methodNotAllowedResponse("POST");
