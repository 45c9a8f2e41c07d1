import type { Letter, LetterParts } from "~/domain/mail/letter";
import { t } from "~/i18n/t";

/** What administrators are told by email: facts of the server, never of anyone's journal. */
export type AdminMail =
  | { kind: "alert"; to: string; title: string; state: "opened" | "over"; lines: string[]; alertId: string }
  | { kind: "first-backup"; to: string; place: string }
  | { kind: "test"; to: string };

export function adminMail(order: AdminMail, origin: string): Letter {
  return { kind: order.kind, to: order.to, ...partsOf(order, origin) };
}

function partsOf(order: AdminMail, origin: string): LetterParts {
  if (order.kind === "test")
    return {
      subject: t("Test email from Still and Know"),
      lines: [
        t("This email was requested on the System health page. Its arrival means that sending email works."),
      ],
      after: [],
    };
  if (order.kind === "first-backup")
    return {
      subject: t("The first backup is made. Please keep its keys"),
      lines: [
        t("Still and Know made its first backup. From now on it makes one every night: {place}", {
          place: order.place,
        }),
        t(
          "The keys are not in it. Without them nobody can open a backup, you included. Print them once and keep the page somewhere safe, apart from the backups. On the server:",
        ),
        "npm run keys:show -- --for-paper",
        t("A backup on the same disk is lost with that disk. BACKUP_COPY_TO names a second folder."),
      ],
      link: { url: `${origin}/admin/system-health`, label: t("Open System health") },
      after: [t("You get this email because you are an administrator of this installation.")],
    };
  return {
    subject:
      order.state === "opened"
        ? t("Alert: {title}", { title: order.title })
        : t("Over: {title}", { title: order.title }),
    lines: order.lines,
    link: { url: `${origin}/admin/alerts/${order.alertId}`, label: t("Open the alert") },
    after: [t("You get this email because you are an administrator of this installation.")],
  };
}
