import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { PostForm, SubmitButton } from "~/components/forms/post-form";
import { Badge } from "~/components/ui/badge";
import { PageHeading } from "~/components/ui/page-heading";
import { formatRelativeDay, localMoment } from "~/domain/calendar/local-day";
import { currentSlotOf } from "~/domain/member/current-member.server";
import { listNotifications, markAllRead, markRead } from "~/domain/reminders/notifications.server";
import { notificationOf } from "~/domain/reminders/reminder";
import { NotificationsSchema } from "~/domain/reminders/schema";
import { memberAction } from "~/http/form/guarded-actions.server";
import { memberLoader } from "~/http/guards.server";
import { t } from "~/i18n/t";
import * as paths from "~/paths";

export const meta: MetaFunction = () => [{ title: t("Notifications · Still and Know") }];

export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ member }) => {
    const today = currentSlotOf(member).date;
    const reminders = await listNotifications(member);
    return reminders.map((reminder) => {
      const { date, time } = localMoment(reminder.at, member.timezone);
      const { id, title, message, type, read } = notificationOf(reminder);
      return { id, title, message, type, read, when: `${formatRelativeDay(date, today)}, ${time}` };
    });
  });

export const action = (args: ActionFunctionArgs) =>
  memberAction(args, { schema: NotificationsSchema }, async ({ member, value }) => {
    if (value.intent === "read") await markRead(member, value.id);
    else await markAllRead(member);
    return redirect(value.back);
  });

export default function NotificationsPage() {
  const notifications = useLoaderData<typeof loader>();
  const unread = notifications.filter(({ read }) => !read).length;
  return (
    <>
      <PageHeading
        title={t("Notifications")}
        intro={
          notifications.length === 0 ? (
            <p>{t("Nothing here. A reminder appears around your morning and evening times.")}</p>
          ) : undefined
        }
      />
      {notifications.length > 0 && (
        <ul className="border-t border-line">
          {notifications.map(({ id, title, message, type, read, when }) => (
            <li key={id} className="border-b border-line py-5">
              <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
                <h2 className={read ? "text-lg" : "text-lg font-semibold"}>{title}</h2>
                {!read && <Badge tone="accent">{t("Unread")}</Badge>}
                <p className="ml-auto text-sm text-muted">{when}</p>
              </div>
              <p className="mt-1 max-w-measure">{message}</p>
              <div className="mt-2 flex flex-wrap items-center gap-x-6">
                <Link to={paths.reflection(type)} className="inline-flex min-h-11 items-center">
                  {type === "morning" ? t("Open the morning reflection") : t("Open the evening reflection")}
                </Link>{" "}
                {!read && (
                  <PostForm>
                    <input type="hidden" name="id" value={id} />
                    <button
                      type="submit"
                      name="intent"
                      value="read"
                      className="inline-flex min-h-11 items-center text-muted underline hover:text-ink"
                    >
                      {t("Mark as read")}
                    </button>
                  </PostForm>
                )}
              </div>
            </li>
          ))}
        </ul>
      )}
      <div className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-3">
        {unread > 1 && (
          <PostForm>
            <SubmitButton name="intent" value="read-all" variant="quiet">
              {t("Mark all as read")}
            </SubmitButton>
          </PostForm>
        )}
        <Link to={paths.settingsReminders()} className="inline-flex min-h-11 items-center">
          {t("When and how you are reminded")}
        </Link>
      </div>
    </>
  );
}
