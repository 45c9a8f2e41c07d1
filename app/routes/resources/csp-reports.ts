import type { ActionFunctionArgs } from "@remix-run/node";
import { jsonHandler, methodNotAllowedResponse, requireSameOrigin } from "~/http/api.server";
import { logCspReport } from "~/http/monitoring.server";

/** Where browsers tell that a page tried what its policy forbids. */
export const action = ({ request }: ActionFunctionArgs) =>
  jsonHandler(async () => {
    requireSameOrigin(request, "POST");
    await logCspReport(request);
    return new Response(null, { status: 204 });
  });

/** Only a post. */
export const loader = () => methodNotAllowedResponse("POST");
