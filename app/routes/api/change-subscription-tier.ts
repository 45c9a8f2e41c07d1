import type { ActionFunctionArgs } from "@remix-run/node";
import { publicUser } from "~/domain/member/member";
import { switchPlan } from "~/domain/plans/changes/switch-plan.server";
import { ChangeTierSchema } from "~/domain/plans/page/schema";
import { CHANGE_FAILED } from "~/domain/plans/texts";
import {
  answerJson,
  fail,
  ok,
  readJson,
  requireApiMember,
  requireSameOrigin,
  wrongMethod,
} from "~/http/api.server";

/** An administrator changes their own tier for testing; the JSON door of the Plan Switcher. */
export const action = (args: ActionFunctionArgs) =>
  answerJson(async () => {
    requireSameOrigin(args.request, "POST");
    const member = await requireApiMember(args.request);
    const { tier } = await readJson(args, "POST", ChangeTierSchema);
    const result = await switchPlan(member, tier);
    // The client shows "Update failed: Could not change subscription tier".
    return result.ok
      ? ok(publicUser(result.member))
      : fail(403, `${CHANGE_FAILED.title}: ${CHANGE_FAILED.text}`);
  });

/** Only a post. */
export const loader = () => wrongMethod("POST");
