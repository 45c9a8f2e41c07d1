import type { UserRecord } from "#models/user.server";
import { localMoment, type LocalMoment } from "~/domain/calendar/local-day";
import { placeFrom } from "~/domain/calendar/locale";
import { WORDS_VERSION } from "~/i18n/words";
import { now } from "~/platform/clock";
import { currentPlan, isPlanDue } from "./current-plan.server";
import type { Member } from "./member";
import { accountKeyOf, packKeys, serverHeldKeys, unpackKeys, type PersonKeys } from "./person-keys.server";
import { effectivePromptSet, prayerFrom } from "./prayer-settings";
import { dayOf, PRAYER_TIMES, slotAt, type DaySlot } from "./prayer-times";
import { INSIGHTS, LOOK, NO_CONSENT, REMINDERS } from "./preferences";
import { isAdministrator } from "./roles";
import { settingsFrom } from "./setting";

/**
 * A user record as a member, field by field, with the rules of reading applied. `carried` gives the keys that a session
 * carries for someone whose journal is sealed; without it theirs cannot be opened.
 */
export function memberFrom(user: UserRecord, carried?: () => Buffer): Member {
  const at = now();
  let known: PersonKeys | undefined;
  const keys = () => (known ??= user.sealing && carried ? unpackKeys(carried()) : serverHeldKeys(user));
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

/** A person's day: their date and time, the slot that is due, and the day it is for. */
export type CurrentSlot = LocalMoment & { now: Date; slot: DaySlot; forDate: string };

/** The present of a person, in their zone. */
export function currentSlotOf(member: Member): CurrentSlot {
  const at = now();
  const local = localMoment(at, member.timezone);
  const slot = slotAt(local.time, member);
  return { ...local, now: at, slot, forDate: dayOf(slot, local, member) };
}

/** The day a reflection that is opened now is for. */
export function currentDayFor(member: Member, slot: DaySlot): string {
  return dayOf(slot, localMoment(now(), member.timezone), member);
}

/** Today's date in a zone; "" is UTC. */
export function todayIn(zone: string): string {
  return localMoment(now(), zone).date;
}
