import { z } from "zod";
import { t } from "~/i18n/t";
import type { Setting, SettingsOf } from "./setting";

export const INVALID_CHOICE = t("Please choose one of these.");

const TIME_INVALID = t("Please enter a time as HH:MM, for example 06:30.");

/** A checkbox of a form, or a boolean of JSON. */
export const checkbox = z
  .union([z.boolean(), z.string()])
  .optional()
  .transform((value) => value === true || value === "on" || value === "true");

/** Accepts "6:30" for "06:30". */
const timeInForm = z
  .string({ error: TIME_INVALID })
  .trim()
  .regex(/^([01]?\d|2[0-3]):[0-5]\d$/, TIME_INVALID)
  .transform((text) => text.padStart(5, "0"));

/** Checked weekdays, 0 to 6: one field, or several with one name. */
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

function formSchema(setting: Setting): z.ZodType {
  switch (setting.kind) {
    case "switch":
      return checkbox;
    case "choice": {
      const known = z.enum(setting.values.map(String), INVALID_CHOICE);
      return typeof setting.default === "number" ? known.transform(Number) : known;
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

function fileSchema(setting: Setting): z.ZodType {
  switch (setting.kind) {
    case "switch":
      return z.boolean();
    case "choice":
      return z.literal([...new Set([setting.default, ...setting.values])]);
    case "name":
      return z.string().max(setting.most).refine(setting.allows);
    case "time":
      return z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);
    case "weekdays":
      return z.array(z.number().int().min(0).max(6)).max(7);
  }
}

const mapSchemas = (declared: Record<string, Setting>, schemaOf: (setting: Setting) => z.ZodType) =>
  Object.fromEntries(Object.entries(declared).map(([name, setting]) => [name, schemaOf(setting)]));

/** Schemas of a form with all of these settings. */
export function formSchemas<Declared extends Record<string, Setting>>(
  declared: Declared,
): Schemas<SettingsOf<Declared>> {
  return mapSchemas(declared, formSchema) as Schemas<SettingsOf<Declared>>;
}

/** Schemas of a form with some of these settings. Unchecked boxes are not sent, so checkboxes cannot be optional. */
export function partialFormSchemas<Declared extends Record<string, Setting>>(
  declared: Declared,
): SchemasOfSome<SettingsOf<Declared>> {
  const schemas = mapSchemas(declared, (setting) =>
    setting.kind === "switch" || setting.kind === "weekdays"
      ? formSchema(setting)
      : formSchema(setting).optional(),
  );
  return schemas as SchemasOfSome<SettingsOf<Declared>>;
}

/** Schemas of an imported file. Older files lack newer settings, which then stay unchanged. */
export function fileSchemas<Declared extends Record<string, Setting>>(
  declared: Declared,
): SchemasOfSome<SettingsOf<Declared>> {
  return mapSchemas(declared, (setting) => fileSchema(setting).optional()) as SchemasOfSome<
    SettingsOf<Declared>
  >;
}
