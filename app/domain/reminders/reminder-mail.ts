import type { Letter } from "~/domain/mail/letter";
import type { ReminderKind } from "~/domain/member/reminder-choice";
import { t } from "~/i18n/t";
import { reflectionOf, REMINDER_TEXTS } from "./texts";

export type ReminderMail = {
  kind: "reminder";
  to: string;
  reminder: ReminderKind;
  /** Where one post ends mails of this kind. */
  unsubscribe: string;
  isTest: boolean;
};

/** The reminder by email, in its fixed words: no word of the journal, and a way out in every one. */
export function reminderMail(
  { kind, to, reminder, unsubscribe, isTest }: ReminderMail,
  origin: string,
): Letter {
  const { title, message } = REMINDER_TEXTS[reminder];
  return {
    kind,
    to,
    unsubscribe,
    subject: isTest ? t("{title} (a test)", { title }) : title,
    lines: [...(isTest ? [t("This is the test you asked for. A reminder looks like this:")] : []), message],
    link: {
      url: `${origin}${reflectionOf(reminder)}`,
      label: reminder === "morning" ? t("Open the morning") : t("Open the evening"),
    },
    after: [
      t("You asked for this email in Settings, under Reminders. To stop it, open {unsubscribe}", {
        unsubscribe,
      }),
    ],
  };
}
