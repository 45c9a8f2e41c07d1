import {
  HAND_OVER_DELAY_DAYS,
  HAND_OVER_LINK_DAYS,
  WARNING_COUNT,
  type DeliveryState,
  type LegacyMonths,
} from "~/domain/identity/legacy";
import type { LegacyPerson, LegacySettings } from "~/domain/identity/legacy-use.server";
import { isolateBidi, type MailBody, type MailMessage } from "~/domain/reminders/mail/mail-message";
import { t } from "~/i18n/t";

/** Emails of "If I am no longer here". `day` is formatted for display, `owner` the name that the owner gave. */
export type LegacyMail =
  | { kind: "legacy-chosen"; to: string; settings: LegacySettings }
  | { kind: "legacy-warning"; to: string; months: LegacyMonths; number: number; day: string }
  | { kind: "legacy-undone"; to: string; given?: DeliveryState }
  | { kind: "hand-over-started"; to: string; person: LegacyPerson; day: string }
  | { kind: "hand-over"; to: string; person: LegacyPerson; owner: string; secret: string; isSealed: boolean };

export function legacyMail(order: LegacyMail, origin: string): MailMessage {
  return { kind: order.kind, to: order.to, ...legacyMailBody(order, origin) };
}

/** The choice as one sentence to the owner. */
function describeChoice({ choice, months, name = "", email = "" }: LegacySettings): string {
  switch (choice) {
    case "none":
      return t("Nothing will happen to your journal if you are no longer here.");
    case "destroy":
      return t("If no one has used your account for {months} months, your journal will be destroyed.", {
        months: months ?? "",
      });
    case "give":
      return t("If you are no longer here, {name} ({email}) can be given your journal.", {
        name: isolateBidi(name),
        email,
      });
  }
}

function legacyMailBody(order: LegacyMail, origin: string): MailBody {
  const signIn = { url: `${origin}/auth/login`, label: t("Sign in") };
  switch (order.kind) {
    case "legacy-chosen":
      return {
        subject: t("You changed “If I am no longer here”"),
        lines: [describeChoice(order.settings)],
        link: { url: `${origin}/settings/data/legacy`, label: t("If I am no longer here") },
        after: [t("If this was not you, please sign in, change it back, and choose a new password.")],
      };
    case "legacy-warning":
      return {
        subject: t("Your journal will be destroyed unless you sign in"),
        lines: [
          t(
            "You once chose that your Still and Know journal should be destroyed when your account had not been used for {months} months. That time has passed.",
            { months: order.months },
          ),
          t("If you would like to keep your journal, please sign in once. Then nothing is destroyed:"),
        ],
        link: signIn,
        after: [
          t(
            "This is email {number} of {count}. If you do not sign in, your account and everything in it will be destroyed on {day} or later. No one can restore it, not even us.",
            { number: order.number, count: WARNING_COUNT, day: order.day },
          ),
        ],
      };
    case "legacy-undone":
      return {
        subject: order.given ? t("Your journal had been handed over") : t("Your journal stays as it is"),
        lines: describeReturn(order.given),
        link: { url: `${origin}/settings/data/legacy`, label: t("If I am no longer here") },
        after: [t("If you have not used your account lately, please choose a new password.")],
      };
    case "hand-over-started":
      return {
        subject: t("Your journal will be handed over unless you sign in"),
        lines: [
          t(
            "You once chose that {name} ({email}) should be given your Still and Know journal if you are no longer here. Your account has not been used for a year, and an administrator has now begun the hand-over.",
            { name: isolateBidi(order.person.name), email: order.person.email },
          ),
          t("If you are here, please sign in once before {day}. Then nothing is sent:", { day: order.day }),
        ],
        link: signIn,
        after: [
          t("If you do not sign in for {days} days, {name} gets an email with a link to your journal.", {
            days: HAND_OVER_DELAY_DAYS,
            name: isolateBidi(order.person.name),
          }),
        ],
      };
    case "hand-over":
      return handOverBody(order, origin);
  }
}

/** Describes the state of the hand-over when the owner came back. */
function describeReturn(given: DeliveryState | undefined): string[] {
  const unchanged = t(
    "What you chose under “If I am no longer here” is unchanged, and the time starts over.",
  );
  switch (given) {
    case undefined:
      return [t("It is good that you are here. Nothing has been destroyed or sent to anyone."), unchanged];
    case "link":
      return [
        t(
          "It is good that you are here. Before you came, the person you chose was sent a link to your journal. Nothing had been saved from it, and the link no longer works.",
        ),
        unchanged,
      ];
    case "files":
      return [
        t(
          "It is good that you are here. Before you came, the person you chose was sent a link to your journal, and a copy was saved from it. The link no longer works, but the copy is theirs to return or delete. Please speak with them.",
        ),
        unchanged,
      ];
  }
}

function handOverBody(
  { person, owner, secret, isSealed }: Extract<LegacyMail, { kind: "hand-over" }>,
  origin: string,
): MailBody {
  return {
    subject: t("A journal has been entrusted to you"),
    lines: [
      t("Dear {name},", { name: isolateBidi(person.name) }),
      t(
        "{owner} kept a journal with Still and Know, and wanted you to have it one day. It is now yours to keep.",
        { owner: isolateBidi(owner) },
      ),
      ...(isSealed
        ? [
            t(
              "The journal is sealed. Only one of its recovery codes opens it: twenty letters and digits, which may be on a sheet of paper among their things. Please look for it before you open the link.",
            ),
          ]
        : []),
      t("Here you can save it, as a book to read and as a file with everything in it:"),
    ],
    link: { url: `${origin}/legacy?token=${secret}`, label: t("The journal") },
    after: [
      t(
        "There is no hurry. The link works for {days} days, and each of the two files can be saved once. Please keep this email to yourself: the link works for anyone who has it.",
        { days: HAND_OVER_LINK_DAYS },
      ),
    ],
  };
}
