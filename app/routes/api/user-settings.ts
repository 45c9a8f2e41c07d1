import type { ActionFunctionArgs } from "@remix-run/node";
import { PrayerCallSchema, savePrayerSettings } from "~/domain/accounts/settings/settings.server";
import { notInPlanMessage } from "~/domain/journal/prompt-sets/registry";
import { publicUser } from "~/domain/member/member";
import {
  jsonError,
  jsonHandler,
  jsonOk,
  readJson,
  requireApiMember,
  requireSameOrigin,
} from "~/http/api.server";

/** Changes the prompt set, as `/settings/prayer` does. */
export const action = (args: ActionFunctionArgs) =>
  jsonHandler(async () => {
    requireSameOrigin(args.request, "PATCH");
    const member = await requireApiMember(args.request);
    const value = await readJson(args, "PATCH", PrayerCallSchema);
    const result = await savePrayerSettings(member, value);
    if (result.ok) return jsonOk(publicUser(result.member));
    const refusal = notInPlanMessage(value.promptSetPreference);
    return jsonError(403, refusal, { promptSetPreference: [refusal] });
  });
