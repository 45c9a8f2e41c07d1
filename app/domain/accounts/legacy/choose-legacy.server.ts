import { z } from "zod";
import { UserModel } from "#models/user.server";
import type { Legacy } from "#models/user/legacy.server";
import { DAY } from "~/domain/calendar/durations";
import { currentPasswordField, emailField } from "~/domain/identity/account-fields";
import {
  endOfHour,
  LEGACY_CHOICES,
  LEGACY_MONTHS,
  MAX_PERSON_NAME,
  type LegacyMonths,
} from "~/domain/identity/legacy";
import { sealPerson, type LegacySettings } from "~/domain/identity/legacy-use.server";
import { securityChangeFields } from "~/domain/identity/sessions.server";
import { tryConsume } from "~/domain/limits/rate-limits.server";
import type { Member } from "~/domain/member/member";
import { INVALID_CHOICE } from "~/domain/member/setting-schemas";
import { audit } from "~/domain/operations/audit-log.server";
import { sealPendingMail, wakeMailRunner } from "~/domain/reminders/mail/outbox.server";
import { t } from "~/i18n/t";
import { now } from "~/platform/clock";
import { linkOrigin } from "~/platform/request-context.server";
import { legacyMail } from "./legacy-mails";

const NAME_REQUIRED = t("Please enter a name.");

const fields = { intent: z.literal("save"), currentPassword: currentPasswordField };
const [none, destroy, give] = LEGACY_CHOICES;

/** `/settings/data/legacy`. Fields of another choice are ignored. */
export const LegacySchema = z.discriminatedUnion(
  "choice",
  [
    z.object({ ...fields, choice: z.literal(none) }),
    z.object({
      ...fields,
      choice: z.literal(destroy),
      months: z
        .enum(LEGACY_MONTHS.map(String), INVALID_CHOICE)
        .transform((months) => Number(months) as LegacyMonths),
    }),
    z.object({
      ...fields,
      choice: z.literal(give),
      name: z
        .string({ error: NAME_REQUIRED })
        .trim()
        .min(1, NAME_REQUIRED)
        .max(MAX_PERSON_NAME, t("Please keep the name under {max} characters.", { max: MAX_PERSON_NAME }))
        .regex(/^[^\p{Cc}<>]*$/u, t("Please use only letters and ordinary signs.")),
      email: emailField,
    }),
  ],
  INVALID_CHOICE,
);

/** The form of the sheet with a new code. */
export const SheetSchema = z.object({
  intent: z.literal("sheet").optional(),
  currentPassword: currentPasswordField,
});

/** Every change is an email to the owner, so there are only a few a day. */
const MAX_CHANGES_PER_DAY = 10;

/**
 * Stores the choice, and emails its owner. The time without a request starts over.
 * @returns false after too many changes in a day
 */
export async function chooseLegacy(member: Member, settings: LegacySettings): Promise<boolean> {
  if (!(await tryConsume(`legacy ${member.id}`, MAX_CHANGES_PER_DAY, DAY))) return false;
  const user = await UserModel.findById(member.id).select({ crypto: 1 }).lean();
  if (!user) return true;
  const at = now();
  const { choice, months, name = "", email = "" } = settings;
  const legacy: Legacy | undefined =
    choice === "none"
      ? undefined
      : {
          choice,
          ...(choice === "destroy" ? { months } : { person: sealPerson(user, { name, email }) }),
          seenUntil: endOfHour(at),
          warnings: [],
          isStopped: false,
          handOver: null,
        };
  const mail = legacyMail({ kind: "legacy-chosen", to: member.email, settings }, linkOrigin());
  await UserModel.updateOne(
    { _id: member.id },
    {
      $set: { ...(legacy && { legacy }), ...securityChangeFields() },
      ...(!legacy && { $unset: { legacy: 1 } }),
      $push: { pendingMail: sealPendingMail(mail, at) },
    },
  );
  await audit({ kind: "legacy.chosen", actorId: member.id, subjectId: member.id });
  wakeMailRunner();
  return true;
}
