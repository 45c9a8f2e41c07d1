import { z } from "zod";
import { canonicalEmail, emailKey } from "~/domain/identity/account-fields";
import { t } from "~/i18n/t";

/** The most that one press makes. */
const MOST_INVITATIONS = 50;

/** One address a line; each once, however it was typed. */
const addresses = z
  .string()
  .max(
    MOST_INVITATIONS * 260,
    t("Please invite at most {count} people at a time.", { count: MOST_INVITATIONS }),
  )
  .default("")
  .transform((text, context) => {
    const lines = text.split(/[\n,;]+/).map((line) => line.trim());
    const found = new Map<string, string>();
    for (const line of lines.filter(Boolean)) {
      const email = canonicalEmail(line);
      if (email) found.set(emailKey(email), email);
      else
        context.addIssue({
          code: "custom",
          message: t("“{line}” is not an email address.", { line: line.slice(0, 80) }),
        });
    }
    if (found.size > MOST_INVITATIONS)
      context.addIssue({
        code: "custom",
        message: t("Please invite at most {count} people at a time.", { count: MOST_INVITATIONS }),
      });
    return [...found.values()];
  });

/** The forms of /admin/invitations. */
export const InvitationsSchema = z.discriminatedUnion(
  "intent",
  [
    z.object({
      intent: z.literal("create"),
      emails: addresses,
      note: z.string().trim().max(200, t("Please keep the note under 200 characters.")).default(""),
    }),
    z.object({ intent: z.literal("withdraw"), invitationId: z.string().max(100) }),
  ],
  t("Please use the buttons on this page."),
);
