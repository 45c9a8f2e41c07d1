import type { ContactMessage } from "./contact-schema";
import { TOPIC_LABELS } from "./contact-texts";

/** For the operator. What a stranger typed stands in the text alone, never in the subject. */
export function contactMail({ name, email, topic, message }: ContactMessage, marks: string[]) {
  return {
    subject: `Contact form: ${TOPIC_LABELS[topic]}`,
    lines: [
      `${name} (${email}) wrote through the contact form.`,
      ...(marks.length ? [`A program may have written this: ${marks.join(", ").replaceAll("_", " ")}.`] : []),
      message,
    ],
    after: ["An answer to this mail goes to the person who wrote."],
  };
}

/** For whoever wrote. */
export function contactCopyMail({ message }: ContactMessage) {
  return {
    subject: "Your message to Still and Know",
    lines: [
      "Thank you for writing. This is a copy of your message; the answer comes to this address.",
      message,
    ],
    after: ["If you did not write to us, somebody gave your address by mistake, and you need do nothing."],
  };
}
