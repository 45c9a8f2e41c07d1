import type { ActionFunctionArgs } from "@remix-run/node";
import { answerJson, requireSameOrigin, wrongMethod } from "~/http/api.server";
import { noteCspReport } from "~/http/csp-report.server";

/** Where browsers tell that a page tried what its policy forbids. */
export const action = ({ request }: ActionFunctionArgs) =>
  answerJson(async () => {
    requireSameOrigin(request, "POST");
    await noteCspReport(request);
    return new Response(null, { status: 204 });
  });

/** Only a post. */
export const loader = () => wrongMethod("POST");
