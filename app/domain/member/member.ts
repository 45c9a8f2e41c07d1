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

/** First days of a week in use: Sunday, Monday, Saturday. */
export const WEEK_STARTS = [0, 1, 6] as const;
export type WeekStart = (typeof WEEK_STARTS)[number];

/** The signed-in member of use cases. Times are HH:MM in `timezone`. */
export type Member = {
  id: number;
  username: string;
  firstName: string;
  lastName: string;
  email: string;
  isAdmin: boolean;
  /** May write this instance's ways. */
  isWriter: boolean;
  /** May approve, shorten and remove prayer requests. */
  keepsPrayerList: boolean;
  /** Effective tier. */
  subscriptionTier: Tier;
  plan: Plan;
  /** The plan has an elapsed period that is not applied yet, or a notice that is not sent yet. */
  planDue: boolean;
  /** Effective prompt set, after the downgrade rule. */
  promptSetPreference: PromptSetKey;
  morningPromptTime: string;
  eveningPromptTime: string;
  /** IANA name; empty while unknown. */
  timezone: string;
  prayer: PrayerSettings;
  /** Ways in progress and assigned passages, encrypted. A function, so that no page serialises it by accident. */
  guidance: () => Buffer | null;
  rhythm: RhythmChoice;
  reminders: ReminderChoice;
  /** The latest reminders, oldest first. */
  notifications: SentReminder[];
  /** 0 is Sunday. */
  weekStart: WeekStart;
  /** Whether the member chose `weekStart`; otherwise it comes from the locale. */
  choseWeekStart: boolean;
  locale: Locale;
  aiConsent: AiConsent;
  insights: InsightChoice;
  theme: Theme;
  look: Look;
  seenTour: boolean;
  /** When a guide was last finished, skipped or closed. */
  guideSeenAt: Date | null;
  seenFormationWelcome: boolean;
  /** Whether the menu has the quick exit. */
  quickExit: boolean;
  /** Stored size of the journal in bytes, its last exact count, and the time of that count. */
  room: { bytes: number; counted: number; countedAt: Date };
  /** A session is valid only while it has the same stamp; changing it ends all sessions. */
  securityStamp: string;
  /** A backup was restored and the member has not dismissed the notice. */
  restored: { to: Date; isSealOff: boolean } | null;
  /** An earlier version of the tokeniser indexed some of the texts. */
  isIndexOutdated: boolean;
  /** When an administrator created a reset link; null after the member has dismissed the notice. */
  resetLinkMadeAt: Date | null;
  /** False for an account of single sign-on whose member has set no password. */
  hasPassword: boolean;
  /** Whether single sign-on opens the account. */
  isConnected: boolean;
  passkeys: number;
  /** Time of the last authentication in this session; null if unknown. */
  provenAt: Date | null;
  /** Idle minutes after which this session locks; null for never. */
  lockAfter: number | null;
  hasTwoStep: boolean;
  /** State of a sealed journal, with the number of unused recovery codes and of passkeys that open it; null if not sealed. */
  sealed: { since: Date; codesLeft: number; byPasskeys: number } | null;
  /** When a requested reset destroys the sealed journal; null without a request. */
  journalResetAt: Date | null;
  /** Current data key. All keys are functions, so that no page serialises them by accident. */
  journalKey: () => Buffer;
  /** Previous data key while texts are being re-encrypted, otherwise null. */
  earlierKey: () => Buffer | null;
  /** The account's first data key. Ids are derived from it. */
  firstKey: () => Buffer;
  /** Key for account data that is not journal text. The server has it without a session. */
  accountKey: (purpose: AccountPurpose) => Buffer;
  /** Packed keys for the next session if the journal is sealed, otherwise null. */
  keysToCarry: () => Buffer | null;
};

/** The user in JSON responses: exactly these fields. */
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

/** The first `count` code points; a UTF-16 slice could split one. */
const first = (text: string, count: number) => [...text.trim()].slice(0, count).join("");

/** First letters of the names that are given; else the first two of the username; else the first of the email; else "U". */
export function avatarInitials({ username, firstName, lastName, email }: Named): string {
  const names = first(firstName, 1) + first(lastName, 1);
  return (names || first(username, 2) || first(email, 1) || "U").toLocaleUpperCase("en");
}

/** Full name, else username, else email address. */
export function displayName({ username, firstName, lastName, email }: Named): string {
  return `${firstName.trim()} ${lastName.trim()}`.trim() || username || email;
}

/** Purposes of keys that the server needs without a session. None of these keys decrypts journal text. */
export const ACCOUNT_PURPOSES = ["two-step", "recovery-codes", "calendar-feed", "push-device"] as const;
export type AccountPurpose = (typeof ACCOUNT_PURPOSES)[number];

/** Sign-in methods other than the password: "provider" is single sign-on with OpenID Connect. */
export const SIGN_IN_METHODS = ["provider", "passkey"] as const;
export type SignInMethod = (typeof SIGN_IN_METHODS)[number];

/** The day of a pending journal reset, formatted as in the email; null without one. */
export const journalResetDay = ({ journalResetAt }: Pick<Member, "journalResetAt">): string | null =>
  journalResetAt && formatDate(utcDay(journalResetAt));

/** User 1 cannot lose administration rights. */
export const isFirstAdministrator = (id: number): boolean => id === 1;

/** User 1 is always an administrator. No other code decides this. */
export function isAdministrator(user: { id: number; isAdmin: boolean }): boolean {
  return isFirstAdministrator(user.id) || user.isAdmin;
}
