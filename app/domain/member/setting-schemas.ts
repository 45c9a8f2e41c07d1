import { z } from "zod";
import { t } from "~/i18n/t";
import type { Setting, SettingsOf } from "./setting";

export const INVALID_CHOICE = t("Please choose one of these.");

const TIME_INVALID = t("Please enter a time as HH:MM, for example 06:30.");

/** A box, by form and by JSON alike. */
export const checkbox = z
  .union([z.boolean(), z.string()])
  .optional()
  .transform((value) => value === true || value === "on" || value === "true");

/** One digit for the hour is understood as well. */
const timeInForm = z
  .string({ error: TIME_INVALID })
  .trim()
  .regex(/^([01]?\d|2[0-3]):[0-5]\d$/, TIME_INVALID)
  .transform((text) => text.padStart(5, "0"));

/** Ticked days, 0 to 6: one field, or many of one name. */
const weekdaysInForm = z
  .union([z.string(), z.array(z.string())])
  .optional()
  .transform((value) => (value === undefined ? [] : [value].flat()))
  .refine(
    (list) => list.length <= 7 && list.every((day) => /^[0-6]$/.test(day)),
    t("Please choose from the days listed."),
  )
  .transform((list) => [...new Set(list.map(Number))].sort());

type Schemas<Values> = { [Name in keyof Values]: z.ZodType<Values[Name]> };
type SchemasOfSome<Values> = { [Name in keyof Values]: z.ZodOptional<z.ZodType<Values[Name]>> };

function inForm(setting: Setting): z.ZodType {
  switch (setting.kind) {
    case "switch":
      return checkbox;
    case "choice": {
      const known = z.enum(setting.values.map(String), INVALID_CHOICE);
      return typeof setting.usual === "number" ? known.transform(Number) : known;
    }
    case "name":
      return z
        .string(INVALID_CHOICE)
        .max(setting.most, INVALID_CHOICE)
        .refine(setting.allows, INVALID_CHOICE);
    case "time":
      return timeInForm;
    case "weekdays":
      return weekdaysInForm;
  }
}

function inFile(setting: Setting): z.ZodType {
  switch (setting.kind) {
    case "switch":
      return z.boolean();
    case "choice":
      return z.literal([...new Set([setting.usual, ...setting.values])]);
    case "name":
      return z.string().max(setting.most).refine(setting.allows);
    case "time":
      return z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);
    case "weekdays":
      return z.array(z.number().int().min(0).max(6)).max(7);
  }
}

const all = (declared: Record<string, Setting>, schemaOf: (setting: Setting) => z.ZodType) =>
  Object.fromEntries(Object.entries(declared).map(([name, setting]) => [name, schemaOf(setting)]));

/** What a form takes that asks for all of these settings. */
export function formSchemas<Declared extends Record<string, Setting>>(
  declared: Declared,
): Schemas<SettingsOf<Declared>> {
  return all(declared, inForm) as Schemas<SettingsOf<Declared>>;
}

/** The same, where what a form does not ask stays as it is; only boxes without a cross are not sent. */
export function partialFormSchemas<Declared extends Record<string, Setting>>(
  declared: Declared,
): SchemasOfSome<SettingsOf<Declared>> {
  const schemas = all(declared, (setting) =>
    setting.kind === "switch" || setting.kind === "weekdays" ? inForm(setting) : inForm(setting).optional(),
  );
  return schemas as SchemasOfSome<SettingsOf<Declared>>;
}

/** What a file may bring. A file from before a setting says nothing of it, and then it stays as it is. */
export function fileSchemas<Declared extends Record<string, Setting>>(
  declared: Declared,
): SchemasOfSome<SettingsOf<Declared>> {
  return all(declared, (setting) => inFile(setting).optional()) as SchemasOfSome<SettingsOf<Declared>>;
}
