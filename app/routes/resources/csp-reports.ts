import type { ActionFunctionArgs } from "@remix-run/node";
import { jsonHandler, methodNotAllowedResponse, requireSameOrigin } from "~/http/api.server";
import { logCspReport } from "~/http/monitoring.server";

/** Receives CSP violation reports. */
export const action = ({ request }: ActionFunctionArgs) =>
  jsonHandler(async () => {
    requireSameOrigin(request, "POST");
    await logCspReport(request);
    return new Response(null, { status: 204 });
  });

export const loader = () => methodNotAllowedResponse("POST");
