import { z } from "zod";
import { LOCALES } from "~/domain/calendar/locale";
import { LIMITS } from "~/domain/journal/entries/content";
import { EXAMEN_PACK_KEYS } from "~/domain/journal/prompt-sets/lectio-examen/examen-questions";
import { SHAPE_FIELDS } from "~/domain/journal/reflection/shape-fields";
import { LOOK, THEMES } from "~/domain/member/appearance";
import { WEEK_STARTS } from "~/domain/member/member";
import { PRAYER } from "~/domain/member/prayer";
import { PROMPT_SET_KEYS } from "~/domain/member/prompt-set";
import { fileSchemas } from "~/domain/settings/setting-schemas";
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
const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);
const parts = z.array(z.string().max(80)).max(SHAPE_FIELDS.length);
/** Settings that an import may restore; one that an older file lacks stays as it is. */
export const SettingsSchema = z.object({
  promptSetPreference: z.enum(PROMPT_SET_KEYS),
  morningPromptTime: time,
  eveningPromptTime: time,
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
  theme: z.enum(THEMES).optional(),
  look: z.object(fileSchemas(LOOK)).optional(),
  reminders: z
    .object({
      morning: z.boolean(),
      evening: z.boolean(),
      inApp: z.boolean(),
      quietDays: z.array(z.number().int().min(0).max(6)).max(7),
    })
    .optional(),
  rhythm: z.object({
    restDay: z.number().int().min(0).max(6).nullable(),
    pauses: z.array(z.object({ from: day, until: day })).max(10),
    hidden: z.boolean(),
  }),
});
export type SettingsInFile = z.output<typeof SettingsSchema>;
