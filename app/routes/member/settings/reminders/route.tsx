import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import * as addresses from "~/addresses";
import { FormNotice } from "~/components/forms/form-notice";
import { PushDevices } from "~/components/reminders/push-devices";
import { SettingsPage } from "~/components/settings/settings-page";
import { dateInWords, localMoment } from "~/domain/calendar/local-day";
import { calendarAddress, renewCalendar, stopCalendar } from "~/domain/reminders/calendar-feed.server";
import { listDevices, pushKey } from "~/domain/reminders/push-devices.server";
import { RemindersSchema } from "~/domain/reminders/schema";
import { saveReminders, startPush, stopPush, testReminder } from "~/domain/reminders/settings.server";
import { REMINDER_TEXTS } from "~/domain/reminders/texts";
import { deviceName } from "~/http/device-name";
import { memberAction } from "~/http/form/guarded-actions.server";
import { memberLoader } from "~/http/loaders.server";
import { redirectWithToast } from "~/http/toast.server";
import { t } from "~/i18n/t";
import { CalendarPart, ChoiceForm, TestPart } from "./parts";

export const meta: MetaFunction = () => [{ title: t("Reminders · Still and Know") }];

const HERE = addresses.settingsReminders();
const TOO_MANY = { title: t("Too many tests"), text: t("Please wait an hour before the next test.") };

export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ member }) => {
    const [address, devices] = await Promise.all([calendarAddress(member), listDevices(member)]);
    const { morning, evening, inApp, email, quietDays } = member.reminders;
    const ways = [...(email ? [t("by email")] : []), ...(devices.length > 0 ? [t("to your devices")] : [])];
    return {
      choice: { morning, evening, inApp, email, quietDays },
      times: { morning: member.morningPromptTime, evening: member.eveningPromptTime },
      ways,
      address,
      publicKey: pushKey,
      devices: devices.map(({ id, device, createdAt, reach }) => ({
        id,
        device,
        reach,
        since: dateInWords(localMoment(createdAt, member.timezone).date),
      })),
    };
  });

export const action = (args: ActionFunctionArgs) =>
  memberAction(args, { schema: RemindersSchema, once: true }, async (context) => {
    const { request, member, value, submission, refuse } = context;
    switch (value.intent) {
      case "save": {
        const { intent: _, ...choice } = value;
        await saveReminders(member, choice);
        return redirectWithToast(HERE, { title: t("Saved"), tone: "success" });
      }
      case "calendar":
        await renewCalendar(member);
        return redirectWithToast(HERE, { title: t("Your feed has a new address"), tone: "success" });
      case "no-calendar":
        await stopCalendar(member);
        return redirectWithToast(HERE, { title: t("The feed is off"), tone: "info" });
      case "push": {
        const { endpoint, p256dh, auth } = value;
        const device = deviceName(request.headers.get("User-Agent") ?? "");
        await startPush(member, { endpoint, keys: { p256dh, auth } }, device);
        return redirectWithToast(HERE, { title: t("This device will remind you"), tone: "success" });
      }
      case "no-push":
        await stopPush(member, value.device);
        return redirectWithToast(HERE, { title: t("Removed"), tone: "info" });
      case "test": {
        const sent = await testReminder(member, submission ?? "");
        if (!sent.ok) return refuse({ status: 429, notice: TOO_MANY, headers: { "Retry-After": "3600" } });
        const { title, message } = REMINDER_TEXTS.morning;
        return redirectWithToast(HERE, { title, text: message, tone: "info" });
      }
    }
  });

/** When and how to be reminded. */
export default function RemindersPage() {
  const { choice, times, ways, address, publicKey, devices } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const refused = reply?.lastResult.error?.endpoint?.[0];
  const notice =
    reply?.notice ?? (refused ? { title: t("This device cannot be added"), text: refused } : null);
  return (
    <SettingsPage>
      <div className="grid max-w-measure grid-cols-1 gap-12">
        {notice && <FormNotice title={notice.title} text={notice.text} />}
        <ChoiceForm choice={choice} times={times} />
        <PushDevices publicKey={publicKey} devices={devices} />
        <CalendarPart address={address} />
        <TestPart ways={ways} />
      </div>
    </SettingsPage>
  );
}
