import type { UserRecord } from "#models/user.server";
import { placeFrom } from "~/domain/calendar/locale";
import { WORDS_VERSION } from "~/i18n/words";
import { now } from "~/platform/clock";
import { LOOK } from "./appearance";
import { NO_CONSENT } from "./consent";
import { currentPlan, isPlanDue } from "./current-plan.server";
import { INSIGHTS } from "./insight-choice";
import type { Member } from "./member";
import { accountKeyOf, keysHeldByServer, packKeys, unpackKeys, type PersonKeys } from "./person-keys.server";
import { prayerFrom } from "./prayer";
import { PRAYER_TIMES } from "./prayer-times";
import { effectivePromptSet } from "./prompt-set";
import { REMINDERS } from "./reminder-choice";
import { isAdministrator } from "./roles";
import { settingsFrom } from "./setting";

/**
 * A user record as a member, field by field, with the rules of reading applied. `carried` gives the keys that a session
 * carries for someone whose journal is sealed; without it theirs cannot be opened.
 */
export function memberFrom(user: UserRecord, carried?: () => Buffer): Member {
  const at = now();
  let known: PersonKeys | undefined;
  const keys = () => (known ??= user.sealing && carried ? unpackKeys(carried()) : keysHeldByServer(user));
  const plan = currentPlan(user, at);
  return {
    id: user._id,
    username: user.username,
    firstName: user.firstName,
    lastName: user.lastName,
    email: user.email,
    isAdmin: isAdministrator({ id: user._id, isAdmin: user.isAdmin }),
    isWriter: user.isWriter ?? false,
    subscriptionTier: plan.tier,
    plan,
    planDue: isPlanDue(user, at),
    promptSetPreference: effectivePromptSet(plan.tier, user.promptSetPreference),
    ...settingsFrom(PRAYER_TIMES, user),
    timezone: user.timezone,
    prayer: prayerFrom(user.prayer),
    guidance: () => user.guidance ?? null,
    rhythm: user.rhythm,
    reminders: settingsFrom(REMINDERS, user.reminders),
    notifications: user.notifications,
    ...placeFrom(user),
    aiConsent: { ...NO_CONSENT, ...user.aiConsent },
    insights: settingsFrom(INSIGHTS, user.insights ?? {}),
    theme: user.theme,
    seenTour: user.seenTour,
    guideSeenAt: user.guideSeenAt ?? null,
    seenFormationWelcome: user.seenFormationWelcome,
    look: settingsFrom(LOOK, user.look),
    room: user.room,
    securityStamp: user.securityStamp,
    restored: user.restored ?? null,
    isIndexOutdated: user.wordsVersion !== WORDS_VERSION,
    resetLinkMadeAt: user.resetLinkMadeAt ?? null,
    hasPassword: Boolean(user.passwordHash),
    isConnected: Boolean(user.atProvider),
    passkeys: user.passkeys?.length ?? 0,
    provenAt: null,
    lockAfter: null,
    hasTwoStep: user.twoStep !== null,
    sealed: sealFrom(user),
    journalResetAt: user.beginning?.endsAt ?? null,
    journalKey: () => keys().journal,
    earlierKey: () => (user.keyMove ? keys().earlier : null),
    firstKey: () => keys().first,
    accountKey: (purpose) => accountKeyOf(user, purpose),
    keysToCarry: () => (user.sealing ? packKeys(keys()) : null),
  };
}

function sealFrom({ sealing }: UserRecord): Member["sealed"] {
  if (!sealing) return null;
  const { since, byCode, byPasskey = [] } = sealing;
  return { since, codesLeft: byCode.length, byPasskeys: byPasskey.length };
}
