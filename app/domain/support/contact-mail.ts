import { isolate } from "~/domain/mail/isolate";
import type { Letter } from "~/domain/mail/letter";
import { t } from "~/i18n/t";
import type { ContactMessage } from "./contact-schema";
import { TOPIC_LABELS } from "./texts";

/** For the operator. What a stranger typed is only in the text, never in the subject. */
export function contactMail(
  to: string,
  { name, email, topic, message }: ContactMessage,
  marks: readonly string[],
): Letter {
  return {
    kind: "contact",
    to,
    replyTo: email,
    subject: t("Contact form: {topic}", { topic: TOPIC_LABELS[topic] }),
    lines: [
      t("{name} ({email}) wrote through the contact form.", { name: isolate(name), email }),
      ...(marks.length
        ? [
            t("This may have been written by a program: {marks}.", {
              marks: marks.join(", ").replaceAll("_", " "),
            }),
          ]
        : []),
      message,
    ],
    after: [t("A reply to this email goes to the person who wrote.")],
  };
}

/** For the person who wrote. */
export function contactCopyMail({ email, message }: ContactMessage): Letter {
  return {
    kind: "contact-copy",
    to: email,
    subject: t("Your message to Still and Know"),
    lines: [
      t("Thank you for writing. This is a copy of your message; the answer comes to this address."),
      message,
    ],
    after: [
      t(
        "If you did not write to us, someone entered your address by mistake, and you can ignore this email.",
      ),
    ],
  };
}
