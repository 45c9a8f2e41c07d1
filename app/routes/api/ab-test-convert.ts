import type { ActionFunctionArgs } from "@remix-run/node";
import { convertCounted, recordAssignment } from "~/domain/experiments/assignments.server";
import { ConvertSchema } from "~/domain/experiments/schema";
import { answerJson, ok, readJson, wrongMethod } from "~/http/api.server";
import { clientNetwork } from "~/http/client-address.server";
import { abSession } from "~/http/experiment.server";

/** Registration records its own conversion; this call after it changes nothing more. */
export const action = (args: ActionFunctionArgs) =>
  answerJson(async () => {
    const { sessionId, conversionType } = await readJson(args, "POST", ConvertSchema);
    const session = await abSession(args.request);
    if (session && session.state === "new") await recordAssignment(session, clientNetwork(args.request));
    const id = session?.sessionId ?? sessionId;
    const converted = session?.state !== "forced" && (await convertCounted(id, conversionType));
    return ok({ sessionId: id, conversionType, converted });
  });

/** Only a post. */
export const loader = () => wrongMethod("POST");
