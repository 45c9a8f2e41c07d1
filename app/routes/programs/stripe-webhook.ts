import type { ActionFunctionArgs } from "@remix-run/node";
import { takeBillingEvent } from "~/domain/plans/billing/billing-events.server";
import { answerJson, fail, ok, wrongMethod } from "~/http/api.server";
import { BODY_LIMITS } from "~/http/body-limits.server";
import { readBytes } from "~/http/request-body.server";

/**
 * The payment service tells of payments. No session and no origin: the signature over the raw body
 * says who it is. A refused request is not told why.
 */
export const action = ({ request }: ActionFunctionArgs) =>
  answerJson(async () => {
    if (request.method !== "POST") return wrongMethod("POST");
    const body = await readBytes(request, BODY_LIMITS.webhook);
    const result = await takeBillingEvent(body, request.headers.get("Stripe-Signature"));
    if (result === "refused") return fail(400, "The signature does not fit.");
    if (result === "try_again") return fail(503, "Please try again.", undefined, { "Retry-After": "30" });
    return ok({ received: true });
  });

/** Only a post. */
export const loader = () => wrongMethod("POST");
