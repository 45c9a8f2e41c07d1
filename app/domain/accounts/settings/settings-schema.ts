import { z } from "zod";
import { LOCALES } from "~/domain/calendar/locale";
import { findTimeZone } from "~/domain/calendar/time-zone";
import { usernameField } from "~/domain/identity/account-fields";
import { FIELD_MESSAGES as M } from "~/domain/identity/texts";
import { CONTENT_LIMITS, tagsFrom } from "~/domain/journal/entries/content";
import { EXAMEN_PACK_KEYS } from "~/domain/journal/prompt-sets/examen-questions";
import { WEEK_STARTS, type WeekStart } from "~/domain/member/member";
import { PRAYER_SETTINGS, PROMPT_SET_KEYS } from "~/domain/member/prayer-settings";
import { PRAYER_TIMES } from "~/domain/member/prayer-times";
import { AI_FEATURES, APPEARANCE, LOOK } from "~/domain/member/preferences";
import { formSchemas, INVALID_CHOICE, partialFormSchemas } from "~/domain/member/setting-schemas";
import { t } from "~/i18n/t";

/** What the settings pages take; of Security, schema.ts. */

const nameField = z.string().trim().max(60, t("Please use at most 60 characters")).optional().default("");

/** Sunday, Monday, Saturday, or as it is usual in the place; a form that does not ask leaves it as it is. */
const weekStart = z
  .literal("usual")
  .transform(() => null)
  .or(z.enum(WEEK_STARTS.map(String), INVALID_CHOICE).transform((text) => Number(text) as WeekStart))
  .optional();

/** Looked up here, so that an unknown zone is reported with the form's other errors. */
const zone = z.string().trim().transform(zoneOf);
/** Empty until a zone is chosen. */
const timezone = z.string().trim().optional().default("").transform(zoneOf);

function zoneOf(text: string, context: z.RefinementCtx): string {
  const zone = text && findTimeZone(text);
  if (zone === undefined) context.addIssue({ code: "custom", message: M.zoneUnknown });
  return zone ?? z.NEVER;
}

/** `/settings`: names, username, zone, place and week. */
export const ProfileSchema = z.object({
  firstName: nameField,
  lastName: nameField,
  username: usernameField,
  timezone,
  locale: z.enum(LOCALES, INVALID_CHOICE).optional(),
  weekStart,
});
export type ProfileInput = z.output<typeof ProfileSchema>;

const promptSetPreference = z.enum(PROMPT_SET_KEYS, INVALID_CHOICE);

const { length, tradition } = formSchemas(PRAYER_SETTINGS);
const WEEKDAYS = ["0", "1", "2", "3", "4", "5", "6"] as const;

/** `/settings/prayer`: how a person likes to pray. What a form does not ask stays as it is. */
export const PrayerSchema = z.object({
  promptSetPreference: promptSetPreference.optional(),
  ...formSchemas(PRAYER_TIMES),
  timezone: zone.optional(),
  ...partialFormSchemas(PRAYER_SETTINGS),
  // An empty choice is not sent at all, so "none" has its own word.
  examenPack: z
    .enum(["changing", ...EXAMEN_PACK_KEYS], INVALID_CHOICE)
    .transform((key) => (key === "changing" ? "" : key))
    .optional(),
  restDay: z
    .literal("none")
    .transform(() => null)
    .or(z.enum(WEEKDAYS, INVALID_CHOICE).transform(Number))
    .optional(),
});
export type PrayerInput = z.output<typeof PrayerSchema>;

const CITY_NEEDED = t("Please enter a city near you.");

/**
 * The dashboard's forms: the three choices of the first run (length, tradition, times with the zone they are in), and the
 * zone alone while it is unknown.
 */
export const DashboardSchema = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("begin"),
    promptSetPreference: promptSetPreference.optional(),
    length,
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

/** `PATCH /api/user/settings`. */
export const PrayerCallSchema = z.object({ promptSetPreference });

/** `/settings/appearance`. */
export const AppearanceSchema = z.object({
  ...formSchemas(APPEARANCE),
  ...formSchemas(LOOK),
});
export type AppearanceInput = z.output<typeof AppearanceSchema>;

const feature = z.enum(AI_FEATURES, t("Please use one of the buttons on this page."));

/** `/settings/privacy`. */
export const PrivacySchema = z.discriminatedUnion("intent", [
  // The host that the person has read about: another one is another question.
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
