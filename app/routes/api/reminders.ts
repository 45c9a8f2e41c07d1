import type { ActionFunctionArgs } from "@remix-run/node";
import { claimReminder } from "~/domain/reminders/notifications.server";
import { ReminderCallSchema } from "~/domain/reminders/schema";
import { notificationOf } from "~/domain/reminders/texts";
import { jsonHandler, jsonOk, readJson, requireApiMember, requireSameOrigin } from "~/http/api.server";

/**
 * A page whose own check has found a reminder due asks for it here. Of all open pages one gets it, and
 * it is kept with the user's notifications.
 */
export const action = (args: ActionFunctionArgs) =>
  jsonHandler(async () => {
    requireSameOrigin(args.request, "POST");
    const member = await requireApiMember(args.request);
    await readJson(args, "POST", ReminderCallSchema);
    const given = await claimReminder(member);
    return jsonOk({ notification: given && notificationOf(given) });
  });
