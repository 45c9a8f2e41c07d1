import type { ActionFunctionArgs } from "@remix-run/node";
import { handleBillingEvent } from "~/domain/plans/reconcile-plans.server";
import { jsonError, jsonHandler, jsonOk, methodNotAllowedResponse } from "~/http/api.server";
import { BODY_LIMITS, readBytes } from "~/http/request-body.server";

/**
 * Webhook of the payment service. Needs no session and no Origin header, because the signature over the raw body
 * authenticates the request. Error responses give no reason.
 */
export const action = ({ request }: ActionFunctionArgs) =>
  jsonHandler(async () => {
    if (request.method !== "POST") return methodNotAllowedResponse("POST");
    const body = await readBytes(request, BODY_LIMITS.webhook);
    const result = await handleBillingEvent(body, request.headers.get("Stripe-Signature"));
    if (result === "refused") return jsonError(400, "The signature does not fit.");
    if (result === "try_again")
      return jsonError(503, "Please try again.", undefined, { "Retry-After": "30" });
    return jsonOk({ received: true });
  });

export const loader = () => methodNotAllowedResponse("POST");
