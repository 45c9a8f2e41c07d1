import { Link } from "@remix-run/react";
import { PostForm } from "~/components/forms/post-form";
import { Banner } from "~/components/ui/banner";
import { reflectionOf, type Notification } from "~/domain/reminders/texts";
import { t } from "~/i18n/t";
import * as paths from "~/paths";

/** Reminders that have not been read, on the dashboard: the way they reach people without script. */
export function ReminderBanner({ reminders }: { reminders: Notification[] }) {
  return reminders.map(({ id, title, message, type }) => (
    <Banner key={id} role="status" title={title} className="mb-6">
      <p>{message}</p>
      <div className="mt-1 flex flex-wrap items-center gap-x-6">
        <Link to={reflectionOf(type)} className="inline-flex min-h-11 items-center">
          {type === "morning" ? t("Open the morning reflection") : t("Open the evening reflection")}
        </Link>{" "}
        <PostForm action={paths.notifications()}>
          <input type="hidden" name="id" value={id} />
          <input type="hidden" name="back" value={paths.dashboard()} />
          <button
            type="submit"
            name="intent"
            value="read"
            className="inline-flex min-h-11 items-center text-sm text-muted underline hover:text-ink"
          >
            {t("Mark as read")}
          </button>
        </PostForm>
      </div>
    </Banner>
  ));
}
