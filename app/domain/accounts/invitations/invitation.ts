import { z } from "zod";
import { DAY } from "~/domain/calendar/durations";
import { canonicalEmail, emailKey } from "~/domain/accounts/email";
import { t } from "~/i18n/t";

/** How long an invitation works, and how long it is listed after that. */
export const INVITATION_MS = 7 * DAY;
export const LISTED_MS = 30 * DAY;

/** So many are made by one press. */
const MOST_INVITATIONS = 50;

export type InvitationState = "waiting" | "used" | "withdrawn" | "expired";

type Facts = { usedAt: Date | null; withdrawnAt: Date | null; endsAt: Date };

export function invitationState({ usedAt, withdrawnAt, endsAt }: Facts, now: Date): InvitationState {
  if (usedAt) return "used";
  if (withdrawnAt) return "withdrawn";
  return endsAt <= now ? "expired" : "waiting";
}

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

/** What someone reads who may not register here, and what someone with an invitation that is over reads. */
export const REGISTRATION_REFUSED = {
  invite: {
    title: t("This place is by invitation"),
    text: t("Accounts here are made with an invitation. If you would like one, please write to us."),
  },
  closed: {
    title: t("No new accounts"),
    text: t("No new accounts are made here. If you think you should have one, please write to us."),
  },
  dead: {
    title: t("This invitation no longer works"),
    text: t("It was used, withdrawn, or is older than seven days. Please write to us for a new one."),
  },
} as const;
