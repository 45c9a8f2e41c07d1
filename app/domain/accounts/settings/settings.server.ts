import { z } from "zod";
import { duplicateKeyFields } from "#models/db/failures.server";
import { UserModel } from "#models/user.server";
import { LOCALES } from "~/domain/calendar/locale";
import { findTimeZone } from "~/domain/calendar/time-zone";
import { usernameField } from "~/domain/identity/account-fields";
import { FIELD_MESSAGES as M } from "~/domain/identity/texts";
import { CONTENT_LIMITS, tagsFrom } from "~/domain/journal/entries/content";
import { DEFAULT_PACK, EXAMEN_PACK_KEYS, ROTATION } from "~/domain/journal/prompt-sets/lectio-examen";
import { memberFrom, todayIn } from "~/domain/member/current-member.server";
import { WEEK_STARTS, type Member, type WeekStart } from "~/domain/member/member";
import {
  effectivePromptSet,
  isCustomPlanKey,
  PRAYER_SETTINGS,
  PROMPT_SET_KEYS,
} from "~/domain/member/prayer-settings";
import { PRAYER_TIMES } from "~/domain/member/prayer-times";
import { AI_FEATURES } from "~/domain/member/preferences";
import { formSchemas, INVALID_CHOICE, partialFormSchemas } from "~/domain/member/setting-schemas";
import { reconcilePlan } from "~/domain/plans/changes/change-plan.server";
import { rescheduleReminders } from "~/domain/reminders/reminders.server";
import { effectivePlan } from "~/domain/scripture/passages/passage-plan";
import { isTranslationAvailable } from "~/domain/scripture/translations/translation-registry.server";
import { t } from "~/i18n/t";

const nameField = z.string().trim().max(60, t("Please use at most 60 characters")).optional().default("");

/** Null follows the locale; a form without the field leaves the setting unchanged. */
const weekStart = z
  .literal("usual")
  .transform(() => null)
  .or(z.enum(WEEK_STARTS.map(String), INVALID_CHOICE).transform((text) => Number(text) as WeekStart))
  .optional();

/** Validated here, so that an unknown zone is reported with the form's other errors. */
const zone = z.string().trim().transform(zoneOf);
/** Optional: empty until a zone is chosen. */
const timezone = z.string().trim().optional().default("").transform(zoneOf);

function zoneOf(text: string, context: z.RefinementCtx): string {
  const zone = text && findTimeZone(text);
  if (zone === undefined) context.addIssue({ code: "custom", message: M.zoneUnknown });
  return zone ?? z.NEVER;
}

/** `/settings` */
export const ProfileSchema = z.object({
  firstName: nameField,
  lastName: nameField,
  username: usernameField,
  timezone,
  locale: z.enum(LOCALES, INVALID_CHOICE).optional(),
  weekStart,
});
type ProfileInput = z.output<typeof ProfileSchema>;

const promptSetPreference = z.enum(PROMPT_SET_KEYS, INVALID_CHOICE);

const { length, tradition } = formSchemas(PRAYER_SETTINGS);
const WEEKDAYS = ["0", "1", "2", "3", "4", "5", "6"] as const;

/** `/settings/prayer`. Fields that a form omits stay unchanged. */
export const PrayerSchema = z.object({
  promptSetPreference: promptSetPreference.optional(),
  ...formSchemas(PRAYER_TIMES),
  timezone: zone.optional(),
  ...partialFormSchemas(PRAYER_SETTINGS),
  // Browsers omit an empty choice, so the default pack and "no rest day" have values of their own.
  examenPack: z
    .enum([ROTATION, ...EXAMEN_PACK_KEYS], INVALID_CHOICE)
    .transform((key) => (key === DEFAULT_PACK ? "" : key))
    .optional(),
  restDay: z
    .literal("none")
    .transform(() => null)
    .or(z.enum(WEEKDAYS, INVALID_CHOICE).transform(Number))
    .optional(),
});
type PrayerInput = z.output<typeof PrayerSchema>;

const CITY_NEEDED = t("Please enter a city near you.");

/** The dashboard's forms: the first-run questions, the dismissal of two notices, and the zone while it is unknown. */
export const DashboardSchema = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("begin"),
    firstName: nameField,
    promptSetPreference: promptSetPreference.optional(),
    length: length.default(10),
    tradition,
    ...formSchemas(PRAYER_TIMES),
    timezone,
  }),
  z.object({ intent: z.literal("restored") }),
  z.object({ intent: z.literal("resetLinkRead") }),
  z.object({
    intent: z.literal("zone").optional(),
    timezone: z.string(CITY_NEEDED).trim().min(1, CITY_NEEDED).transform(zoneOf),
  }),
]);

/** `PATCH /api/user/settings` */
export const PrayerCallSchema = z.object({ promptSetPreference });

const feature = z.enum(AI_FEATURES, t("Please use one of the buttons on this page."));

/** `/settings/privacy` */
export const PrivacySchema = z.discriminatedUnion("intent", [
  // The consent is for this host only.
  z.object({ intent: z.literal("agree"), feature, host: z.string().max(300) }),
  z.object({ intent: z.literal("withdraw"), feature }),
  z.object({
    intent: z.literal("exclude"),
    excludedTags: z
      .string()
      .max(2_000, t("Please keep this under 2,000 characters."))
      .optional()
      .transform((text) => tagsFrom(text ?? ""))
      .refine((tags) => tags.length <= 50, t("Please use 50 tags or fewer."))
      .refine(
        (tags) => tags.every((tag) => tag.length <= CONTENT_LIMITS.tag),
        t("Please keep each tag under {tag} characters.", { tag: CONTENT_LIMITS.tag }),
      ),
  }),
]);

export async function setTimezone(member: Member, timezone: string): Promise<void> {
  await UserModel.updateOne({ _id: member.id }, { $set: { timezone } });
  await rescheduleIfReminded(member);
}

type SaveProfileResult = { ok: true } | { ok: false; code: "username_taken" };

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

type SavePrayerResult =
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
