import type { ContactMessage } from "./contact-schema";
import { TOPIC_LABELS } from "~/words/info/contact-texts";
import { contactMailWords } from "~/words/support/contact-mail";

/** For the operator. What a stranger typed stands in the text alone, never in the subject. */
export function contactMail({ name, email, topic, message }: ContactMessage, marks: string[]) {
  return {
    subject: contactMailWords.contactForm({ topic: TOPIC_LABELS[topic] }),
    lines: [
      contactMailWords.wroteThroughTheContactForm({ name, email }),
      ...(marks.length
        ? [contactMailWords.aProgramMayHaveWritten({ marks: marks.join(", ").replaceAll("_", " ") })]
        : []),
      message,
    ],
    after: [contactMailWords.anAnswerToThisMailGoes],
  };
}

/** For whoever wrote. */
export function contactCopyMail({ message }: ContactMessage) {
  return {
    subject: contactMailWords.yourMessageToStillAndKnow,
    lines: [contactMailWords.thankYouForWriting, message],
    after: [contactMailWords.ifYouDidNotWrite],
  };
}
