import { storedBytes } from "#models/db/stored-bytes.server";
import type { UserRecord } from "#models/user.server";
import { USUAL_LOOK } from "./appearance";
import { isAdministrator } from "./roles";
import { USUAL_INSIGHTS } from "./insight-choice";
import { placeFrom } from "~/domain/calendar/locale";
import { currentPlan, isPlanDue } from "./current-plan.server";
import { USUAL_REMINDERS, type ReminderChoice } from "./reminder-choice";
import { now } from "~/platform/clock";
import { unwrapKey } from "~/platform/encryption.server";
import { NO_CONSENT } from "./consent";
import type { Member } from "./member";
import { prayerFrom } from "./prayer";
import { effectivePromptSet } from "./prompt-set";
import { USUAL_RHYTHM } from "./rhythm-choice";

/** A user record as a member, field by field, with the rules of reading applied. */
export function memberFrom(user: UserRecord): Member {
  const at = now();
  const plan = currentPlan(user, at);
  return {
    id: user._id,
    username: user.username,
    firstName: user.firstName,
    lastName: user.lastName,
    email: user.email,
    isAdmin: isAdministrator({ id: user._id, isAdmin: user.isAdmin }),
    subscriptionTier: plan.tier,
    plan,
    planDue: isPlanDue(user, at),
    promptSetPreference: effectivePromptSet(plan.tier, user.promptSetPreference),
    morningPromptTime: user.morningPromptTime,
    eveningPromptTime: user.eveningPromptTime,
    timezone: user.timezone,
    prayer: prayerFrom(user.prayer),
    rhythm: { ...USUAL_RHYTHM, ...user.rhythm },
    reminders: remindersOf(user),
    notifications: user.notifications ?? [],
    ...placeFrom(user),
    aiConsent: { ...NO_CONSENT, ...user.aiConsent },
    insights: { ...USUAL_INSIGHTS, ...user.insights },
    theme: user.theme,
    seenTour: user.seenTour ?? false,
    seenFormationWelcome: user.seenFormationWelcome ?? false,
    look: { ...USUAL_LOOK, ...user.look },
    securityStamp: user.securityStamp,
    hasTwoStep: user.twoStep !== null,
    journalKey: () =>
      unwrapKey({ ...user.crypto, wrappedKey: storedBytes(user.crypto.wrappedKey) }, `users|${user._id}`),
  };
}

function remindersOf({ reminders }: UserRecord): ReminderChoice {
  const { morning, evening, inApp, email, push, quietDays } = { ...USUAL_REMINDERS, ...reminders };
  return { morning, evening, inApp, email, push, quietDays };
}
