import { useRouteLoaderData } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { MINUTE } from "~/domain/calendar/durations";
import { dueReminder, type Notification, type ReminderSchedule } from "~/domain/reminders/reminder";
import * as paths from "~/paths";
import { clearPageCache } from "./page-cache";
import { showToast } from "./toasts";
import { useRevalidate } from "./use-revalidate";

/** docs/product.md#reminders */
const CHECK_MS = 5 * MINUTE;
/** Delay while the page shows a toast of its own, which a reminder would replace. */
const AFTER_TOAST_MS = 5_500;

type ReminderCheck = ReminderSchedule & { given: string[] };

/**
 * Claims the due reminder on the server, which gives it to one open page only. Failures are ignored, as the next
 * check tries again.
 */
async function fetchReminder(): Promise<Notification | null> {
  try {
    const response = await fetch(paths.apiReminders(), {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: "{}",
    });
    if (!response.ok) return null;
    return ((await response.json()) as { notification: Notification | null }).notification;
  } catch {
    return null;
  }
}

/** Checks every five minutes, by the server's rule, and shows a due reminder as a toast. */
export function useReminders(check: ReminderCheck | null): void {
  const latest = useRef(check);
  latest.current = check;
  const revalidate = useRevalidate();
  const root = useRouteLoaderData("root") as { toast: unknown } | undefined;
  const hasToast = Boolean(root?.toast);
  const isEnabled = check !== null;

  useEffect(() => {
    if (!isEnabled) return;
    const showDue = async () => {
      const person = latest.current;
      if (!person || !dueReminder(new Date(), person, person.given)) return;
      const notification = await fetchReminder();
      if (!notification) return;
      showToast({ title: notification.title, text: notification.message, tone: "info" });
      clearPageCache();
      // No revalidation on a writing page: if it failed, the error page would replace the unsaved text.
      if (!document.querySelector("main textarea")) revalidate();
    };
    const first = setTimeout(() => void showDue(), hasToast ? AFTER_TOAST_MS : 0);
    const timer = setInterval(() => void showDue(), CHECK_MS);
    return () => {
      clearTimeout(first);
      clearInterval(timer);
    };
    // `hasToast` is not a dependency: a later toast must not restart the checks.
  }, [isEnabled]);
}
