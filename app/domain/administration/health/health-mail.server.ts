import { UserModel } from "#models/user.server";
import type { MailBody, MailMessage } from "~/domain/reminders/mail/letter";
import { enqueue } from "~/domain/reminders/mail/outbox.server";
import { wakeMailRunner } from "~/domain/reminders/mail/runner.server";
import { t } from "~/i18n/t";

/** Emails to administrators: facts of the server, never of a journal. */
type HealthMail =
  | { kind: "alert"; title: string; state: "opened" | "over"; lines: string[]; alertId: string }
  | { kind: "first-backup"; place: string }
  | { kind: "test" };

export function healthMail(to: string, mail: HealthMail, origin: string): MailMessage {
  return { kind: mail.kind, to, ...partsOf(mail, origin) };
}

function partsOf(mail: HealthMail, origin: string): MailBody {
  if (mail.kind === "test")
    return {
      subject: t("Test email from Still and Know"),
      lines: [
        t("This email was requested on the System health page. Its arrival means that sending email works."),
      ],
      after: [],
    };
  const after = [t("You get this email because you are an administrator of this installation.")];
  if (mail.kind === "first-backup")
    return {
      subject: t("The first backup is made. Please keep its keys"),
      lines: [
        t("Still and Know made its first backup. From now on it makes one every night: {place}", {
          place: mail.place,
        }),
        t(
          "The keys are not in it. Without them nobody can open a backup, you included. Print them once and keep the page somewhere safe, apart from the backups. On the server:",
        ),
        "npm run keys:show -- --for-paper",
        t("A backup on the same disk is lost with that disk. BACKUP_COPY_TO names a second folder."),
      ],
      link: { url: `${origin}/admin/system-health`, label: t("Open System health") },
      after,
    };
  return {
    subject:
      mail.state === "opened"
        ? t("Alert: {title}", { title: mail.title })
        : t("Over: {title}", { title: mail.title }),
    lines: mail.lines,
    link: { url: `${origin}/admin/alerts/${mail.alertId}`, label: t("Open the alert") },
    after,
  };
}

/** Emails every active administrator with a verified address. Emails with the same `id` are sent once. */
export async function mailAdministrators(id: string, mail: HealthMail, origin: string): Promise<void> {
  const administrators = await UserModel.find({ $or: [{ _id: 1 }, { isAdmin: true }], status: "active" })
    .select({ email: 1, emailVerifiedAt: 1 })
    .limit(50)
    .lean();
  for (const { _id, email, emailVerifiedAt } of administrators)
    if (emailVerifiedAt) await enqueue(`${id}-${_id}`, healthMail(email, mail, origin), _id);
  wakeMailRunner();
}
