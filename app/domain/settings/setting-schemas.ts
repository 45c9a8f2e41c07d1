import { z } from "zod";
import { checkbox } from "~/domain/identity/person-fields";
import type { Setting, SettingsOf } from "~/domain/member/setting";
import { t } from "~/i18n/t";

export const CHOOSE = t("Please choose one of these.");

type Schemas<Values> = { [Name in keyof Values]: z.ZodType<Values[Name]> };
type SchemasOfSome<Values> = { [Name in keyof Values]: z.ZodOptional<z.ZodType<Values[Name]>> };

function inForm(setting: Setting): z.ZodType {
  switch (setting.kind) {
    case "switch":
      return checkbox;
    case "choice": {
      const known = z.enum(setting.values.map(String), CHOOSE);
      return typeof setting.usual === "number" ? known.transform(Number) : known;
    }
    case "name":
      return z.string(CHOOSE).max(setting.most, CHOOSE).refine(setting.allows, CHOOSE);
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

/** The same, where what a form does not ask stays as it is; only a box without a cross is not sent. */
export function formSchemasOfSome<Declared extends Record<string, Setting>>(
  declared: Declared,
): SchemasOfSome<SettingsOf<Declared>> {
  const schemas = all(declared, (setting) =>
    setting.kind === "switch" ? inForm(setting) : inForm(setting).optional(),
  );
  return schemas as SchemasOfSome<SettingsOf<Declared>>;
}

/** What a file may bring. A file from before a setting says nothing of it, and then it stays as it is. */
export function fileSchemas<Declared extends Record<string, Setting>>(
  declared: Declared,
): SchemasOfSome<SettingsOf<Declared>> {
  return all(declared, (setting) => inFile(setting).optional()) as SchemasOfSome<SettingsOf<Declared>>;
}
