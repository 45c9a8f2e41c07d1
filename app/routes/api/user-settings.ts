import type { ActionFunctionArgs } from "@remix-run/node";
import { notInPlan } from "~/domain/journal/prompt-sets/all";
import { publicUser } from "~/domain/member/member";
import { PrayerCallSchema } from "~/domain/settings/settings-schema";
import { savePrayerSettings } from "~/domain/settings/settings.server";
import { answerJson, fail, ok, readJson, requireApiMember, requireSameOrigin } from "~/http/api.server";

/** Changes the prompt set; the JSON door of /settings/prayer. */
export const action = (args: ActionFunctionArgs) =>
  answerJson(async () => {
    requireSameOrigin(args.request, "PATCH");
    const member = await requireApiMember(args.request);
    const value = await readJson(args, "PATCH", PrayerCallSchema);
    const result = await savePrayerSettings(member, value);
    if (result.ok) return ok(publicUser(result.member));
    const refusal = notInPlan(value.promptSetPreference);
    return fail(403, refusal, { promptSetPreference: [refusal] });
  });
