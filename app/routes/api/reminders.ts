import type { ActionFunctionArgs } from "@remix-run/node";
import { claimReminder } from "~/domain/reminders/notifications.server";
import { notificationOf } from "~/domain/reminders/reminder";
import { ReminderCallSchema } from "~/domain/reminders/schema";
import { jsonHandler, jsonOk, readJson, requireApiMember, requireSameOrigin } from "~/http/api.server";

/**
 * Called by pages whose own check has found a reminder due. One of the member's open pages gets it, and it is stored
 * with the notifications.
 */
export const action = (args: ActionFunctionArgs) =>
  jsonHandler(async () => {
    requireSameOrigin(args.request, "POST");
    const member = await requireApiMember(args.request);
    await readJson(args, "POST", ReminderCallSchema);
    const reminder = await claimReminder(member);
    return jsonOk({ notification: reminder && notificationOf(reminder) });
  });
