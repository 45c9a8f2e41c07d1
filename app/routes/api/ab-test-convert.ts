import type { ActionFunctionArgs } from "@remix-run/node";
import { convertVisit, recordAssignment } from "~/domain/plans/experiments/assignments.server";
import { ConvertSchema } from "~/domain/plans/schema";
import { abSession } from "~/http/anonymous-visitor.server";
import { jsonHandler, jsonOk, methodNotAllowedResponse, readJson } from "~/http/api.server";
import { clientNetwork } from "~/http/client-address.server";

/** Registration records its own conversion; a later call changes nothing. */
export const action = (args: ActionFunctionArgs) =>
  jsonHandler(async () => {
    const { sessionId, conversionType } = await readJson(args, "POST", ConvertSchema);
    const session = await abSession(args.request);
    if (session && session.state === "new") await recordAssignment(session, clientNetwork(args.request));
    const id = session?.sessionId ?? sessionId;
    const converted = session?.state !== "forced" && (await convertVisit(id, conversionType));
    return jsonOk({ sessionId: id, conversionType, converted });
  });

export const loader = () => methodNotAllowedResponse("POST");
