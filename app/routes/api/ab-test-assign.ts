import type { ActionFunctionArgs } from "@remix-run/node";
import { newAbSession, recordAssignment } from "~/domain/plans/experiments/assignments.server";
import { AssignSchema } from "~/domain/plans/schema";
import { abSession, abSessionCookie } from "~/http/anonymous-visitor.server";
import { jsonHandler, jsonOk, methodNotAllowedResponse, readJson } from "~/http/api.server";
import { clientNetwork } from "~/http/client-address.server";

/**
 * The signed cookie overrides the submitted variant; without a cookie the call starts a session. The server's time is
 * used, and neither IP address nor browser is stored.
 */
export const action = (args: ActionFunctionArgs) =>
  jsonHandler(async () => {
    const { sessionId, variant } = await readJson(args, "POST", AssignSchema);
    const session = (await abSession(args.request)) ?? { ...newAbSession(variant), sessionId };
    const counted = await recordAssignment(session, clientNetwork(args.request));
    const state = counted && session.state === "new" ? "counted" : session.state;
    return jsonOk(
      {
        sessionId: session.sessionId,
        variant: session.variant,
        assignedAt: session.assignedAt.toISOString(),
      },
      200,
      { "Set-Cookie": await abSessionCookie({ ...session, state }) },
    );
  });

export const loader = () => methodNotAllowedResponse("POST");
