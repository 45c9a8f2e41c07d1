import type { ActionFunctionArgs } from "@remix-run/node";
import { publicUser } from "~/domain/member/member";
import { switchPlan } from "~/domain/plans/changes/grant.server";
import { ChangeTierSchema } from "~/domain/plans/schema";
import { CHANGE_FAILED } from "~/domain/plans/texts";
import {
  jsonError,
  jsonHandler,
  jsonOk,
  methodNotAllowedResponse,
  readJson,
  requireApiMember,
  requireSameOrigin,
} from "~/http/api.server";

/** The Plan Switcher as JSON. */
export const action = (args: ActionFunctionArgs) =>
  jsonHandler(async () => {
    requireSameOrigin(args.request, "POST");
    const member = await requireApiMember(args.request);
    const { tier } = await readJson(args, "POST", ChangeTierSchema);
    const result = await switchPlan(member, tier);
    return result.ok
      ? jsonOk(publicUser(result.member))
      : jsonError(403, `${CHANGE_FAILED.title}: ${CHANGE_FAILED.text}`);
  });

export const loader = () => methodNotAllowedResponse("POST");
