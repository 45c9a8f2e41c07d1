import { z } from "zod";
import { LOCALES } from "~/domain/calendar/locale";
import { LIMITS } from "~/domain/journal/entries/content";
import { EXAMEN_PACK_KEYS } from "~/domain/journal/prompt-sets/lectio-examen/examen-questions";
import { SHAPE_FIELDS } from "~/domain/journal/reflection/shape-fields";
import { APPEARANCE, LOOK } from "~/domain/member/appearance";
import { WEEK_STARTS } from "~/domain/member/member";
import { PRAYER } from "~/domain/member/prayer";
import { PRAYER_TIMES } from "~/domain/member/prayer-times";
import { PROMPT_SET_KEYS } from "~/domain/member/prompt-set";
import { REMINDERS } from "~/domain/member/reminder-choice";
import { fileSchemas } from "~/domain/member/setting-schemas";
import { MOST_GIVEN_SIGNS } from "~/domain/ways/given-passages";
import { WAY_ID } from "~/domain/ways/way";
import { t } from "~/i18n/t";
import { day, text } from "./file-values";

const wayId = z.string().regex(WAY_ID);
const walk = z.object({ way: wayId, name: text(80, t("the name of a way")), since: day }).nullable();
/** The ways that are walked, and the passages that were given. */
const GuidanceSchema = z.object({
  walks: z.object({ morning: walk, evening: walk, before: z.record(wayId, day) }),
  passages: z.string().max(MOST_GIVEN_SIGNS),
});
const parts = z.array(z.string().max(80)).max(SHAPE_FIELDS.length);
/** Settings that an import may restore; one that an older file lacks stays as it is. */
export const SettingsSchema = z.object({
  promptSetPreference: z.enum(PROMPT_SET_KEYS),
  ...z.object(fileSchemas(PRAYER_TIMES)).required().shape,
  timezone: z.string().max(64),
  locale: z.enum(LOCALES).optional(),
  weekStart: z.literal(WEEK_STARTS).optional(),
  excludedTags: z
    .array(text(LIMITS.tag, t("a tag")))
    .max(100)
    .optional(),
  prayer: z.object({
    ...fileSchemas(PRAYER),
    planSince: z.union([day, z.literal("")]),
    examenPack: z.enum(["", ...EXAMEN_PACK_KEYS]).optional(),
    shape: z.object({ morning: parts, evening: parts }).optional(),
  }),
  guidance: GuidanceSchema.optional().catch(undefined),
  ...fileSchemas(APPEARANCE),
  look: z.object(fileSchemas(LOOK)).optional(),
  // Mail and push go to an address and to devices that were shown to be theirs here.
  reminders: z.object(fileSchemas(REMINDERS)).omit({ email: true, push: true }).optional(),
  rhythm: z.object({
    restDay: z.number().int().min(0).max(6).nullable(),
    pauses: z.array(z.object({ from: day, until: day })).max(10),
    hidden: z.boolean(),
  }),
});
export type SettingsInFile = z.output<typeof SettingsSchema>;
