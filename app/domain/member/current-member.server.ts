import type { UserRecord } from "#models/user.server";
import { localMoment, type LocalMoment } from "~/domain/calendar/local-day";
import { localeSettingsFrom } from "~/domain/calendar/locale";
import { WORDS_VERSION } from "~/i18n/tokenizer";
import { now } from "~/platform/clock";
import { env } from "~/platform/env.server";
import { isAdministrator, type Member } from "./member";
import { accountKeyOf, packKeys, serverHeldKeys, unpackKeys, type MemberKeys } from "./member-keys.server";
import { planAt, tierRank, TIERS, type Entitlements, type Plan, type Tier } from "./plan";
import { effectivePromptSet, parsePrayerSettings } from "./prayer-settings";
import { PRAYER_TIMES, reflectionDay, slotAt, type DaySlot } from "./prayer-times";
import { INSIGHTS, LOOK, NO_CONSENT, REMINDERS } from "./preferences";
import { settingsFrom } from "./setting";

/** What administrators chose, as it was read last: pages ask on every visit and never wait for it. */
let storedDefaultPlan: Tier = "free";

export function setInstanceDefaultPlan(tier: Tier): void {
  storedDefaultPlan = tier;
}

/** The plan that everyone has who has no higher one: the environment's, or else what was chosen. */
export const instanceDefaultPlan = (): Tier => env.DEFAULT_PLAN ?? storedDefaultPlan;

type PlanRecord = Pick<UserRecord, "subscriptionTier" | "plan" | "promptSetPreference">;

/** What a person holds: nothing of their own until they have had a plan. */
export function entitlementsOf({ plan }: Pick<PlanRecord, "plan">): Entitlements {
  const { grants, override } = plan ?? { grants: [], override: null };
  return { grants, override, usual: instanceDefaultPlan() };
}

/** The plan on their record, without what this house gives to everyone: that is never written down. */
export function storedPlan(holding: Entitlements, now: Date): Plan {
  return planAt({ ...holding, usual: "free" }, now);
}

/** The plan that counts now, computed at every read. */
export function currentPlan(user: PlanRecord, now: Date): Plan {
  return planAt(entitlementsOf(user), now);
}

/** The tier that counts for someone who has this one of their own, in lists and figures. */
export function effectiveTier(own: Tier): Tier {
  const everyone = instanceDefaultPlan();
  return tierRank(own) < tierRank(everyone) ? everyone : own;
}

/** The tiers that a record may hold where `tier` is in force. */
export const recordedTiers = (tier: Tier): Tier[] => TIERS.filter((own) => effectiveTier(own) === tier);

/** Whether something has ended since the last write, or a message about it has not been shown yet. */
export function isPlanDue(user: PlanRecord, now: Date): boolean {
  const { tier } = currentPlan(user, now);
  if (user.plan?.fallback) return true;
  return (
    storedPlan(entitlementsOf(user), now).tier !== user.subscriptionTier ||
    effectivePromptSet(tier, user.promptSetPreference) !== user.promptSetPreference
  );
}

/**
 * A user record as a member, field by field, with the rules of reading applied. `carried` gives the keys that a session
 * carries for someone whose journal is sealed; without it theirs cannot be opened.
 */
export function memberFrom(user: UserRecord, carried?: () => Buffer): Member {
  const at = now();
  let known: MemberKeys | undefined;
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
    prayer: parsePrayerSettings(user.prayer),
    guidance: () => user.guidance ?? null,
    rhythm: user.rhythm,
    reminders: settingsFrom(REMINDERS, user.reminders),
    notifications: user.notifications,
    ...localeSettingsFrom(user),
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
  return { ...local, now: at, slot, forDate: reflectionDay(slot, local, member) };
}

/** The day a reflection that is opened now is for. */
export function currentDayFor(member: Member, slot: DaySlot): string {
  return reflectionDay(slot, localMoment(now(), member.timezone), member);
}

/** Today's date in a zone; "" is UTC. */
export function todayIn(zone: string): string {
  return localMoment(now(), zone).date;
}
