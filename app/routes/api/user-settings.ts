import type { ActionFunctionArgs } from "@remix-run/node";
import { FORMATION_SET_REFUSED } from "~/domain/identity/texts";
import { publicUser } from "~/domain/member/member";
import { PrayerCallSchema } from "~/domain/settings/settings-schema";
import { savePrayerSettings } from "~/domain/settings/settings.server";
import { answerJson, fail, ok, readJson, requireApiMember, requireSameOrigin } from "~/http/api.server";

/** Changes the prompt set; the JSON door of /settings/prayer. */
export const action = (args: ActionFunctionArgs) =>
  answerJson(async () => {
    requireSameOrigin(args.request, "PATCH");
    const member = await requireApiMember(args.request);
    const result = await savePrayerSettings(member, await readJson(args, "PATCH", PrayerCallSchema));
    if (result.ok) return ok(publicUser(result.member));
    return fail(403, FORMATION_SET_REFUSED, { promptSetPreference: [FORMATION_SET_REFUSED] });
  });
