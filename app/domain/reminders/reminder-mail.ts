import { reminderMailWords } from "~/words/reminders/reminder-mail";
import type { ReminderKind } from "./choice";
import { REMINDER_TEXTS, reflectionOf } from "./texts";

export type ReminderMail = {
  kind: "reminder";
  to: string;
  reminder: ReminderKind;
  /** Where one post ends mails of this kind. */
  unsubscribe: string;
  isTest: boolean;
};

/** The seed's reminder by mail: no word of the journal, and a way out in every one. */
export function reminderMail({ reminder, unsubscribe, isTest }: ReminderMail, origin: string) {
  const { title, message } = REMINDER_TEXTS[reminder];
  return {
    subject: isTest ? reminderMailWords.aTest({ title }) : title,
    lines: [...(isTest ? [reminderMailWords.thisIsTheTestYouAsked] : []), message],
    link: { url: `${origin}${reflectionOf(reminder)}`, label: reminderMailWords.openThe({ reminder }) },
    after: [reminderMailWords.youAskedForThisMail({ unsubscribe })],
  };
}
