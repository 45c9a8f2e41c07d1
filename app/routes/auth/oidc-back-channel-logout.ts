import type { ActionFunctionArgs } from "@remix-run/node";
import { handleBackChannelLogout } from "~/domain/accounts/oidc/oidc-sign-in.server";
import { currentInstance } from "~/domain/accounts/support/instance.server";
import { jsonHandler, methodNotAllowedResponse } from "~/http/api.server";
import { readFormData } from "~/http/form/form-body.server";

const NO_STORE = { "Cache-Control": "no-store" };
const respond = (status: number, error?: string) =>
  error
    ? Response.json({ error }, { status, headers: NO_STORE })
    : new Response(null, { status, headers: NO_STORE });

/**
 * OIDC back-channel logout, from the provider's server. Needs no session and no Origin header, because the token's
 * signature authenticates the request. Error responses give no reason.
 */
export const action = ({ request }: ActionFunctionArgs) =>
  jsonHandler(async () => {
    if (request.method !== "POST") return methodNotAllowedResponse("POST");
    if (!currentInstance().provider) return respond(404, "not_found");
    const token = (await readFormData(request)).get("logout_token");
    const result = await handleBackChannelLogout(typeof token === "string" ? token : "");
    if (result === "try_again") return respond(503, "temporarily_unavailable");
    return result === "ended" ? respond(200) : respond(400, "invalid_request");
  });

export const loader = () => methodNotAllowedResponse("POST");
