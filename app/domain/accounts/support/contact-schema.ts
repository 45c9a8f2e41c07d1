import { z } from "zod";
import { numberInWords } from "~/domain/calendar/locale";
import { emailField } from "~/domain/identity/account-fields";
import { CONTACT_MESSAGES, CONTACT_TOPICS, MESSAGE_LENGTH, NAME_LENGTH } from "./contact";

/** People count characters, not UTF-16. */
const lengthOf = (text: string) => [...text].length;

function tooLong(text: string): string {
  return CONTACT_MESSAGES.messageLong({
    most: MESSAGE_LENGTH.most,
    count: numberInWords(lengthOf(text)),
  });
}

/** One line, even if more was pasted: a name goes into mail, where a line break begins something else. */
const oneLine = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();

/** The rules of the contact form. */
export const ContactSchema = z.object({
  name: z
    .string({ error: CONTACT_MESSAGES.nameRequired })
    .overwrite(oneLine)
    .min(1, { error: CONTACT_MESSAGES.nameRequired, abort: true })
    .refine((name) => lengthOf(name) <= NAME_LENGTH, CONTACT_MESSAGES.nameLong({ most: NAME_LENGTH })),
  email: emailField,
  topic: z.enum(CONTACT_TOPICS, CONTACT_MESSAGES.topicRequired),
  message: z
    .string({ error: CONTACT_MESSAGES.messageRequired })
    .overwrite((text) => text.replace(/\r\n?/g, "\n").trim())
    .min(1, { error: CONTACT_MESSAGES.messageRequired, abort: true })
    .refine(
      (text) => lengthOf(text) >= MESSAGE_LENGTH.least,
      CONTACT_MESSAGES.messageShort({ least: MESSAGE_LENGTH.least }),
    )
    .refine((text) => lengthOf(text) <= MESSAGE_LENGTH.most, {
      error: ({ input }) => tooLong(String(input)),
    }),
  /** The trap: people never see it. */
  website: z.string().optional(),
  /** When the form was shown, signed. */
  opened: z.string().max(200).optional().catch(undefined),
});

/** What someone wants to tell the operator. */
export type ContactMessage = Pick<z.output<typeof ContactSchema>, "name" | "email" | "topic" | "message">;
