import { duplicateKeyFields } from "#models/db/failures.server";
import { UserModel } from "#models/user.server";
import { memberFrom, todayIn } from "~/domain/member/current-member.server";
import type { Member } from "~/domain/member/member";
import { effectivePromptSet, isCustomPlanKey } from "~/domain/member/prayer-settings";
import { reconcilePlan } from "~/domain/plans/changes/change-plan.server";
import { rescheduleReminders } from "~/domain/reminders/reminders.server";
import { effectivePlan } from "~/domain/scripture/passages/passage-plan";
import { isTranslationAvailable } from "~/domain/scripture/translations/translation-registry.server";
import type { PrayerInput, ProfileInput } from "./settings-schema";

export async function setTimezone(member: Member, timezone: string): Promise<void> {
  await UserModel.updateOne({ _id: member.id }, { $set: { timezone } });
  await rescheduleIfReminded(member);
}

export type SaveProfileResult = { ok: true } | { ok: false; code: "username_taken" };

/** An empty time zone counts as UTC until one is chosen. */
export async function saveProfile(member: Member, input: ProfileInput): Promise<SaveProfileResult> {
  const { firstName, lastName, username, timezone, ...place } = input;
  const change = {
    ...{ firstName, lastName, username, usernameKey: username.toLowerCase() },
    ...definedFields({ locale: place.locale, weekStart: place.weekStart }),
    timezone,
  };
  try {
    await UserModel.updateOne({ _id: member.id }, { $set: change });
    await rescheduleIfReminded(member);
    return { ok: true };
  } catch (error) {
    if (duplicateKeyFields(error)) return { ok: false, code: "username_taken" };
    throw error;
  }
}

/** Drops undefined fields, so that an update leaves them unchanged. */
function definedFields<T extends object>(input: T): Partial<T> {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as Partial<T>;
}

export type SavePrayerResult =
  | { ok: true; member: Member }
  | {
      ok: false;
      code: "set_not_in_plan" | "plan_not_in_tier" | "unknown_plan" | "unknown_translation";
    };

/**
 * Saves prayer settings; undefined fields stay unchanged. Checks prompt set, reading plan and translation against the
 * member's plan, for the form and the API alike.
 */
export async function savePrayerSettings(
  member: Member,
  input: Partial<PrayerInput>,
): Promise<SavePrayerResult> {
  const { timezone, passagePlan, restDay, ...rest } = input;
  const { promptSetPreference, morningPromptTime, eveningPromptTime, ...prayerFields } = rest;
  const { subscriptionTier: tier, prayer } = member;
  // Records an ended plan first, so that the member is notified even when they choose another set now.
  if (member.planDue) await reconcilePlan(member.id);
  const set = promptSetPreference;
  if (set && effectivePromptSet(tier, set) !== set) return { ok: false, code: "set_not_in_plan" };
  // A chosen plan that is no longer offered may stay: it may return.
  if (passagePlan && effectivePlan(tier, passagePlan) !== passagePlan) {
    if (!isCustomPlanKey(passagePlan)) return { ok: false, code: "plan_not_in_tier" };
    if (passagePlan !== prayer.passagePlan) return { ok: false, code: "unknown_plan" };
  }
  const { translation } = prayerFields;
  if (translation && translation !== prayer.translation && !isTranslationAvailable(translation))
    return { ok: false, code: "unknown_translation" };
  const planSince =
    !passagePlan || passagePlan === prayer.passagePlan
      ? prayer.planSince
      : passagePlan === "season"
        ? ""
        : todayIn(timezone ?? member.timezone);
  const next = {
    ...prayer,
    ...definedFields(prayerFields),
    passagePlan: passagePlan ?? prayer.passagePlan,
    planSince,
  };
  const changes = definedFields({ promptSetPreference, morningPromptTime, eveningPromptTime, timezone });
  const rhythm = restDay === undefined ? {} : { rhythm: { ...member.rhythm, restDay } };
  const user = await UserModel.findByIdAndUpdate(
    member.id,
    { $set: { ...changes, ...rhythm, prayer: next } },
    { returnDocument: "after" },
  ).lean();
  await rescheduleIfReminded(member);
  return { ok: true, member: user ? memberFrom(user) : member };
}

/** Saves the answers of the first visit; an empty name leaves the name as it is. */
export async function saveFirstChoices(
  member: Member,
  { firstName, ...choices }: Partial<PrayerInput> & { firstName: string },
): Promise<SavePrayerResult> {
  const saved = await savePrayerSettings(member, choices);
  if (saved.ok && firstName) await UserModel.updateOne({ _id: member.id }, { $set: { firstName } });
  return saved;
}

async function rescheduleIfReminded({ id, reminders }: Member): Promise<void> {
  if (reminders.email || reminders.push) await rescheduleReminders(id);
}
