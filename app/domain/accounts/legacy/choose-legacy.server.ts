import { z } from "zod";
import { UserModel } from "#models/user.server";
import type { Legacy } from "#models/user/legacy.server";
import { renewRecoveryCodes } from "~/domain/accounts/sealing/seal-journal.server";
import { DAY } from "~/domain/calendar/durations";
import { formatDate } from "~/domain/calendar/local-day";
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
import { todayIn } from "~/domain/member/current-member.server";
import type { Member } from "~/domain/member/member";
import { INVALID_CHOICE } from "~/domain/member/setting-schemas";
import { audit } from "~/domain/operations/audit-log.server";
import { downloadTickets } from "~/domain/operations/download-ticket.server";
import { printSheets, type PrintedSheets } from "~/domain/print/print-in-worker.server";
import type { BookPart, PaperSize } from "~/domain/print/print-task";
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

/** The form that creates a new recovery code and its sheet. */
export const SheetSchema = z.object({
  intent: z.literal("sheet").optional(),
  currentPassword: currentPasswordField,
});

/** Limited, because every change sends an email to the owner. */
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

type NewCode =
  | { ok: true; code: string }
  | Exclude<Awaited<ReturnType<typeof renewRecoveryCodes>>, { ok: true }>;

/** Replaces the recovery codes of a sealed journal, and returns one of the new codes for the sheet. */
export async function createSheetCode(member: Member, password: string, network: string): Promise<NewCode> {
  if (!member.sealed) return { ok: false, code: "changed" };
  const result = await renewRecoveryCodes(member, password, network);
  return result.ok ? { ok: true, code: result.codes[0] ?? "" } : result;
}

/** One-time tickets for the sheet: the form creates a code, and another request prints it. */
export const sheetTickets = downloadTickets<{ code: string }>("export");

/** Prints the sheet for the drawer: two sentences, with a recovery code or with lines to write one on. */
export function printLegacySheet(
  member: Member,
  code: string | null,
  paper: PaperSize,
): Promise<PrintedSheets> {
  const cover = {
    title: t("For the drawer"),
    name: `${member.firstName} ${member.lastName}`.trim(),
    span: formatDate(todayIn(member.timezone)),
  };
  return printSheets({ kind: "sheets", cover, paper, look: member.look }, sheetParts(code));
}

async function* sheetParts(code: string | null): AsyncGenerator<BookPart[]> {
  const site = await Promise.resolve(new URL(linkOrigin()).host);
  yield [
    {
      blocks: [
        {
          style: "text",
          text: t("I keep a sealed journal with Still and Know, at {site}, and only this code opens it.", {
            site,
          }),
        },
        code === null
          ? { style: "heading", text: t("Recovery code:"), lines: 2 }
          : { style: "title", text: code },
        {
          style: "text",
          text: t(
            "If my journal is given to you one day, you will be asked for this code; until then, please leave this sheet where it is.",
          ),
        },
      ],
    },
  ];
}
