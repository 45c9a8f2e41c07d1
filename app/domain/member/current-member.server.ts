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

/** The default plan in the instance settings, cached so that pages need no query. */
let storedDefaultPlan: Tier = "free";

export function setInstanceDefaultPlan(tier: Tier): void {
  storedDefaultPlan = tier;
}

/** The minimum plan of every member: DEFAULT_PLAN of the environment, otherwise the instance setting. */
export const instanceDefaultPlan = (): Tier => env.DEFAULT_PLAN ?? storedDefaultPlan;

type PlanRecord = Pick<UserRecord, "subscriptionTier" | "plan" | "promptSetPreference">;

export function entitlementsOf({ plan }: Pick<PlanRecord, "plan">): Entitlements {
  const { grants, override } = plan ?? { grants: [], override: null };
  return { grants, override, minimumTier: instanceDefaultPlan() };
}

/** The member's own plan without the instance default, which is never stored in a record. */
export function storedPlan(entitlements: Entitlements, now: Date): Plan {
  return planAt({ ...entitlements, minimumTier: "free" }, now);
}

export function currentPlan(user: PlanRecord, now: Date): Plan {
  return planAt(entitlementsOf(user), now);
}

/** The tier that applies to a stored tier: the instance default if that is higher. */
export function effectiveTier(stored: Tier): Tier {
  const minimum = instanceDefaultPlan();
  return tierRank(stored) < tierRank(minimum) ? minimum : stored;
}

export const recordedTiers = (tier: Tier): Tier[] => TIERS.filter((stored) => effectiveTier(stored) === tier);

/** Whether the stored plan must be updated: a period has elapsed, or a notice is not sent yet. */
function isPlanDue(user: PlanRecord, now: Date): boolean {
  const { tier } = currentPlan(user, now);
  if (user.plan?.fallback) return true;
  return (
    storedPlan(entitlementsOf(user), now).tier !== user.subscriptionTier ||
    effectivePromptSet(tier, user.promptSetPreference) !== user.promptSetPreference
  );
}

/**
 * Builds the member from a user record. `sessionKeys` returns the packed keys that the session carries if the journal is
 * sealed; without them the key functions of such a member throw a DecryptionError.
 */
export function memberFrom(user: UserRecord, sessionKeys?: () => Buffer): Member {
  const at = now();
  let cachedKeys: MemberKeys | undefined;
  const keys = () =>
    (cachedKeys ??= user.sealing && sessionKeys ? unpackKeys(sessionKeys()) : serverHeldKeys(user));
  const plan = currentPlan(user, at);
  return {
    id: user._id,
    username: user.username,
    firstName: user.firstName,
    lastName: user.lastName,
    email: user.email,
    isAdmin: isAdministrator({ id: user._id, isAdmin: user.isAdmin }),
    isWriter: user.isWriter ?? false,
    keepsPrayerList: user.keepsPrayerList ?? false,
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
    quickExit: user.quickExit ?? true,
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

/** Local date and time of a member, the slot that is due, and the day its reflection is for. */
export type CurrentSlot = LocalMoment & { now: Date; slot: DaySlot; forDate: string };

export function currentSlotOf(member: Member): CurrentSlot {
  const at = now();
  const local = localMoment(at, member.timezone);
  const slot = slotAt(local.time, member);
  return { ...local, now: at, slot, forDate: reflectionDay(slot, local, member) };
}

/** The day that a reflection opened now is for. */
export function currentDayFor(member: Member, slot: DaySlot): string {
  return reflectionDay(slot, localMoment(now(), member.timezone), member);
}

/** Today's date in a zone; "" is UTC. */
export function todayIn(zone: string): string {
  return localMoment(now(), zone).date;
}
