import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData, useSubmit } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { decodeBase64url } from "~/browser/base64url";
import { serviceWorkerUrl } from "~/browser/use-service-worker";
import { FormNotice, PostForm, SubmitButton } from "~/components/forms/post-form";
import { SettingsPage } from "~/components/settings/settings-page";
import { Button } from "~/components/ui/button";
import { TitledSection } from "~/components/ui/titled-section";
import { formatDate, localMoment } from "~/domain/calendar/local-day";
import {
  calendarFeedUrl,
  renewCalendarFeed,
  stopCalendarFeed,
} from "~/domain/reminders/calendar-feed.server";
import { listDevices, pushKey, type PushDevice } from "~/domain/reminders/push-devices.server";
import { REMINDER_TEXTS } from "~/domain/reminders/reminder";
import { saveReminders, startPush, stopPush, testReminder } from "~/domain/reminders/reminders.server";
import { RemindersSchema } from "~/domain/reminders/schema";
import { deviceName } from "~/http/client-address.server";
import { redirectWithToast } from "~/http/cookies.server";
import { memberAction } from "~/http/form/guarded-actions.server";
import { memberLoader } from "~/http/guards.server";
import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";
import * as paths from "~/paths";
import { CalendarPart, ChoiceForm, TestPart } from "./parts";

type PushState = "unknown" | "unsupported" | "denied" | "off" | "on";

const isPushSupported = () =>
  "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

/** Reads the permission and subscription of this browser. */
async function pushState(): Promise<PushState> {
  if (!isPushSupported()) return "unsupported";
  if (Notification.permission === "denied") return "denied";
  const registration = await navigator.serviceWorker.getRegistration("/");
  return (await registration?.pushManager.getSubscription()) ? "on" : "off";
}

type PushEndpoint = { endpoint: string; p256dh: string; auth: string };

/** Asks for permission and subscribes. @returns null if either is denied */
async function subscribeToPush(publicKey: string): Promise<PushEndpoint | null> {
  if ((await Notification.requestPermission()) !== "granted") return null;
  await navigator.serviceWorker.register(serviceWorkerUrl(), { scope: "/" });
  const registration = await navigator.serviceWorker.ready;
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: decodeBase64url(publicKey),
  });
  const { endpoint, keys } = subscription.toJSON();
  return endpoint && keys?.p256dh && keys.auth ? { endpoint, p256dh: keys.p256dh, auth: keys.auth } : null;
}

async function unsubscribeFromPush(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration("/");
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}

type PushDevicesProps = {
  publicKey: string;
  devices: { id: string; device: string; since: string; reach: PushDevice["reach"] }[];
};

const PUSH_FAILED = t("The push service could not reach this browser. Please try again later.");

/** Web Push, opted in per browser. Adding a browser needs script; listing and removing do not. */
function PushDevices({ publicKey, devices }: PushDevicesProps) {
  const [state, setState] = useState<PushState>("unknown");
  const [message, setMessage] = useState("");
  const form = useRef<HTMLFormElement>(null);
  const submit = useSubmit();

  useEffect(() => {
    void pushState().then(setState, () => setState("unsupported"));
  }, []);

  const add = async () => {
    setMessage("");
    try {
      const address = await subscribeToPush(publicKey);
      if (!address) return setState(await pushState());
      if (!form.current) return;
      const fields = new FormData(form.current);
      for (const [name, value] of Object.entries(address)) fields.set(name, value);
      submit(fields, { method: "post" });
      setState("on");
    } catch {
      setMessage(PUSH_FAILED);
    }
  };

  return (
    <TitledSection id="push" title={t("On a device")} className="grid grid-cols-1 gap-4" titleClass="text-xl">
      <p className="max-w-measure text-muted">
        <Trans>
          A notification on your phone or computer, even when this page is closed. It goes through the push
          service of your browser’s maker, encrypted, and contains only the words of the reminder.
        </Trans>
      </p>
      <noscript>
        <p className="text-muted">{t("Adding this device needs JavaScript. Email and calendar do not.")}</p>
      </noscript>
      {devices.length > 0 && (
        <ul className="divide-y divide-line border-y border-line">
          {devices.map(({ id, device, since, reach }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-3 py-3">
              <div>
                <p>
                  {device} <span className="text-sm text-muted">{t("since {since}", { since })}</span>
                </p>
                {reach !== "reached" && (
                  <p className="max-w-measure text-sm">
                    {reach === "unreached"
                      ? t("The last reminder did not reach this device.")
                      : t(
                          "The push service of this browser’s maker refuses our reminders, so none are sent to this device any more. Remove it here, then add it again on the device itself.",
                        )}
                  </p>
                )}
              </div>
              <PostForm onSubmit={() => void unsubscribeFromPush().catch(() => undefined)}>
                <input type="hidden" name="device" value={id} />
                <SubmitButton name="intent" value="no-push" variant="quiet">
                  {t("Remove")}
                </SubmitButton>
              </PostForm>
            </li>
          ))}
        </ul>
      )}
      {state === "denied" && (
        <p>
          <Trans>
            Notifications from this site are blocked in your browser. You can allow them in its settings.
          </Trans>
        </p>
      )}
      {(state === "off" || (state === "on" && devices.length === 0)) && (
        <PostForm ref={form} onSubmit={(event) => event.preventDefault()}>
          <input type="hidden" name="intent" value="push" />
          <Button variant="quiet" onClick={() => void add()}>
            {t("Remind me on this device")}
          </Button>
        </PostForm>
      )}
      <p role="status">{message}</p>
    </TitledSection>
  );
}

export const meta: MetaFunction = () => [{ title: t("Reminders · Still and Know") }];

const PAGE = paths.settingsReminders();
const TOO_MANY_DEVICES = { title: t("Too many tests"), text: t("Please wait an hour before the next test.") };

export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ member }) => {
    const [address, devices] = await Promise.all([calendarFeedUrl(member), listDevices(member)]);
    const { push: _, ...choice } = member.reminders;
    const ways = [
      ...(choice.email ? [t("by email")] : []),
      ...(devices.length > 0 ? [t("to your devices")] : []),
    ];
    return {
      choice,
      times: { morning: member.morningPromptTime, evening: member.eveningPromptTime },
      ways,
      address,
      publicKey: pushKey,
      devices: devices.map(({ id, device, createdAt, reach }) => ({
        id,
        device,
        reach,
        since: formatDate(localMoment(createdAt, member.timezone).date),
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
        return redirectWithToast(PAGE, { title: t("Saved"), tone: "success" });
      }
      case "calendar":
        await renewCalendarFeed(member);
        return redirectWithToast(PAGE, { title: t("Your feed has a new address"), tone: "success" });
      case "no-calendar":
        await stopCalendarFeed(member);
        return redirectWithToast(PAGE, { title: t("The feed is off"), tone: "info" });
      case "push": {
        const { endpoint, p256dh, auth } = value;
        const device = deviceName(request.headers.get("User-Agent") ?? "");
        await startPush(member, { endpoint, keys: { p256dh, auth } }, device);
        return redirectWithToast(PAGE, { title: t("This device will remind you"), tone: "success" });
      }
      case "no-push":
        await stopPush(member, value.device);
        return redirectWithToast(PAGE, { title: t("Removed"), tone: "info" });
      case "test": {
        const sent = await testReminder(member, submission ?? "");
        if (!sent.ok)
          return refuse({ status: 429, notice: TOO_MANY_DEVICES, headers: { "Retry-After": "3600" } });
        const { title, message } = REMINDER_TEXTS.morning;
        return redirectWithToast(PAGE, { title, text: message, tone: "info" });
      }
    }
  });

export default function RemindersPage() {
  const { choice, times, ways, address, publicKey, devices } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const rejected = reply?.lastResult.error?.endpoint?.[0];
  const notice =
    reply?.notice ?? (rejected ? { title: t("This device cannot be added"), text: rejected } : null);
  return (
    <SettingsPage>
      <div className="grid max-w-measure grid-cols-1 gap-12">
        {notice && <FormNotice {...notice} />}
        <ChoiceForm choice={choice} times={times} />
        <PushDevices publicKey={publicKey} devices={devices} />
        <CalendarPart address={address} />
        <TestPart ways={ways} />
      </div>
    </SettingsPage>
  );
}
