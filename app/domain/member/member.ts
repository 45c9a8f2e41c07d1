import { formatDate, utcDay } from "~/domain/calendar/local-day";
import type { Locale } from "~/domain/calendar/locale";
import type { Plan, Tier } from "./plan";
import type { PrayerSettings, PromptSetKey } from "./prayer-settings";
import type {
  AiConsent,
  InsightChoice,
  Look,
  ReminderChoice,
  RhythmChoice,
  SentReminder,
  Theme,
} from "./preferences";

/** The days that weeks begin on somewhere. */
export const WEEK_STARTS = [0, 1, 6] as const;
export type WeekStart = (typeof WEEK_STARTS)[number];

/** A signed-in person as use-cases see them. Times are HH:MM in `timezone`. */
export type Member = {
  id: number;
  username: string;
  firstName: string;
  lastName: string;
  email: string;
  isAdmin: boolean;
  /** May write the ways of this house. */
  isWriter: boolean;
  /** The tier that counts now. */
  subscriptionTier: Tier;
  /** Where it comes from and how long it lasts. */
  plan: Plan;
  /** Something of the plan has ended and is not written down, or not told, yet. */
  planDue: boolean;
  /** The prompt set that counts, after the downgrade rule. */
  promptSetPreference: PromptSetKey;
  morningPromptTime: string;
  eveningPromptTime: string;
  /** IANA name; empty until it is known. */
  timezone: string;
  prayer: PrayerSettings;
  /** The ways that they walk and the passages they were given, sealed. A function, so that it is in no page by accident. */
  guidance: () => Buffer | null;
  rhythm: RhythmChoice;
  reminders: ReminderChoice;
  /** The last reminders that were given, oldest first. */
  notifications: SentReminder[];
  /** The first day of the week; 0 is Sunday. */
  weekStart: WeekStart;
  /** Whether they said so themselves; otherwise it is what is usual in their place. */
  choseWeekStart: boolean;
  /** Where their dates, times and numbers come from. */
  locale: Locale;
  /** What may be sent to the operator's language model. */
  aiConsent: AiConsent;
  insights: InsightChoice;
  theme: Theme;
  look: Look;
  /** Which guides were finished, skipped or closed. */
  seenTour: boolean;
  /** When a guide was last finished, skipped or closed. */
  guideSeenAt: Date | null;
  seenFormationWelcome: boolean;
  /** What the journal takes of the quota, in bytes, as far as it is written down. */
  room: { bytes: number; counted: number; countedAt: Date };
  /** Changes when every session must end. */
  securityStamp: string;
  /** A backup was restored, and they have not read so yet. */
  restored: { to: Date; isSealOff: boolean } | null;
  /** An earlier tokeniser may have indexed some of their texts. */
  isIndexOutdated: boolean;
  /** When a link for a new password was made for them by hand, until they have read so. */
  resetLinkMadeAt: Date | null;
  /** Whether a password opens the account: not of someone who came through the provider and has never chosen one. */
  hasPassword: boolean;
  /** Whether the house's own sign-in opens it. */
  isConnected: boolean;
  /** How many passkeys open it. */
  passkeys: number;
  /** When they last showed who they are, in the session of this visit; null where that is not known. */
  provenAt: Date | null;
  /** After how many minutes without use this session locks; null for never. */
  lockAfter: number | null;
  /** Whether signing in asks for a code after the password. */
  hasTwoStep: boolean;
  /** While their journal is sealed: since when, how many recovery codes are left, and how many passkeys open it too. */
  sealed: { since: Date; codesLeft: number; byPasskeys: number } | null;
  /** When their sealed journal will be destroyed, because someone asked to begin again; null otherwise. */
  journalResetAt: Date | null;
  /** The key of this person's journal. A function, like all keys here: it can never be serialised into a page by accident. */
  journalKey: () => Buffer;
  /** The key before it, for as long as texts are still being moved to the new one. */
  earlierKey: () => Buffer | null;
  /** The key that the account was made with: ids are derived from it. */
  firstKey: () => Buffer;
  /** A key for what belongs to the account and is no text of theirs; the server has it also while they are away. */
  accountKey: (purpose: AccountPurpose) => Buffer;
  /** All keys in one, for the next session of someone whose journal is sealed; null for everyone else. */
  keysToCarry: () => Buffer | null;
};

/** The user as the JSON calls show it: exactly these fields. */
export type PublicUser = Pick<
  Member,
  | "id"
  | "username"
  | "firstName"
  | "lastName"
  | "email"
  | "isAdmin"
  | "subscriptionTier"
  | "promptSetPreference"
  | "morningPromptTime"
  | "eveningPromptTime"
>;

/** Chooses the public fields one by one. */
export function publicUser(member: Member): PublicUser {
  return {
    id: member.id,
    username: member.username,
    firstName: member.firstName,
    lastName: member.lastName,
    email: member.email,
    isAdmin: member.isAdmin,
    subscriptionTier: member.subscriptionTier,
    promptSetPreference: member.promptSetPreference,
    morningPromptTime: member.morningPromptTime,
    eveningPromptTime: member.eveningPromptTime,
  };
}

type Named = { username: string; firstName: string; lastName: string; email: string };

/** The first `count` characters as people see them, not as UTF-16 counts them. */
const first = (text: string, count: number) => [...text.trim()].slice(0, count).join("");

/**
 * Avatar initials: first letters of first and last name; else first two letters of
 * username; else first letter of email; else "U".
 */
export function avatarInitials({ username, firstName, lastName, email }: Named): string {
  const names = first(firstName, 1) && first(lastName, 1) ? first(firstName, 1) + first(lastName, 1) : "";
  return (names || first(username, 2) || first(email, 1) || "U").toLocaleUpperCase("en");
}

/** What to call a person: the full name where there is one, else the username, else the address. */
export function displayName({ username, firstName, lastName, email }: Named): string {
  return `${firstName.trim()} ${lastName.trim()}`.trim() || username || email;
}

/** What the server needs a key for while a person is away. None of these opens a word that they wrote. */
export const ACCOUNT_PURPOSES = ["two-step", "recovery-codes", "calendar-feed", "push-device"] as const;
export type AccountPurpose = (typeof ACCOUNT_PURPOSES)[number];

/** How someone has signed in where it was not with a password: "provider" is the house's own sign-in, by OpenID Connect. */
export const SIGN_IN_METHODS = ["provider", "passkey"] as const;
export type SignInMethod = (typeof SIGN_IN_METHODS)[number];

/** The day in words on which the member's sealed journal will be destroyed, as the email named it; null where none waits. */
export const journalResetDay = ({ journalResetAt }: Pick<Member, "journalResetAt">): string | null =>
  journalResetAt && formatDate(utcDay(journalResetAt));

/** Whom nobody can take the administrators' area from. */
export const isFirstAdministrator = (id: number): boolean => id === 1;

/** The one place that says who is an administrator: user id 1, or the flag. */
export function isAdministrator(user: { id: number; isAdmin: boolean }): boolean {
  return isFirstAdministrator(user.id) || user.isAdmin;
}
