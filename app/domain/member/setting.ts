/**
 * Declarations of settings. A table such as `LOOK` declares each setting once; type, default, model field
 * (`settingFields` in models), form and file schemas (setting-schemas) and export derive from it. A record without a
 * setting has its default.
 */

type BooleanSetting = { kind: "switch"; default: boolean };
/** One value of a list. A default outside the list means "not chosen yet", so no form offers it. */
type EnumSetting<Value extends string | number = string | number> = {
  kind: "choice";
  values: readonly Value[];
  default: Value;
};
/** The name of a record or file, at most `most` characters. */
type NameSetting<Value extends string = string> = {
  kind: "name";
  most: number;
  allows: (text: string) => boolean;
  default: Value;
};
/** HH:MM. */
type TimeSetting = { kind: "time"; default: string };
/** 0 is Sunday. */
type WeekdaysSetting = { kind: "weekdays"; default: number[] };
export type Setting = BooleanSetting | EnumSetting | NameSetting | TimeSetting | WeekdaysSetting;

/** A setting with the texts of its form field; `isSelect` renders a choice as a select instead of radio buttons. */
export type SettingInForm = { label: string; hint?: string } & (
  | BooleanSetting
  | (EnumSetting & { names: Readonly<Record<string, string>>; isSelect?: boolean })
  | NameSetting
);

export type SettingsOf<Declared> = {
  -readonly [Name in keyof Declared]: Declared[Name] extends { default: infer Value } ? Value : never;
};

/* @__NO_SIDE_EFFECTS__ */
export function booleanSetting(defaultValue: boolean): BooleanSetting {
  return { kind: "switch", default: defaultValue };
}

/* @__NO_SIDE_EFFECTS__ */
export function enumSetting<
  const Listed extends string | number,
  const Default extends string | number = Listed,
>(values: readonly Listed[], defaultValue: Default): EnumSetting<Listed | Default> {
  return { kind: "choice", values, default: defaultValue };
}

/** `enumSetting` with a label for each value. */
/* @__NO_SIDE_EFFECTS__ */
export function labelledEnumSetting<Listed extends string>(
  names: Readonly<Record<Listed, string>>,
  defaultValue: NoInfer<Listed>,
): EnumSetting<Listed> & { names: Readonly<Record<Listed, string>> } {
  return { ...enumSetting<Listed>(Object.keys(names) as Listed[], defaultValue), names };
}

/* @__NO_SIDE_EFFECTS__ */
export function nameSetting<Value extends string>(
  most: number,
  defaultValue: Value,
  allows: (text: string) => boolean = () => true,
): NameSetting<Value> {
  return { kind: "name", most, allows, default: defaultValue };
}

/* @__NO_SIDE_EFFECTS__ */
export function timeSetting(defaultValue: string): TimeSetting {
  return { kind: "time", default: defaultValue };
}

/* @__NO_SIDE_EFFECTS__ */
export function weekdaysSetting(): WeekdaysSetting {
  return { kind: "weekdays", default: [] };
}

const namesOf = <Declared extends object>(declared: Declared) =>
  Object.keys(declared) as (keyof Declared & string)[];

/* @__NO_SIDE_EFFECTS__ */
export function defaultsOf<Declared extends Record<string, Setting>>(
  declared: Declared,
): SettingsOf<Declared> {
  return settingsFrom(declared, {});
}

/** Reads the declared settings from a record, with defaults, and drops other fields. */
export function settingsFrom<Declared extends Record<string, Setting>>(
  declared: Declared,
  stored: Partial<SettingsOf<Declared>>,
): SettingsOf<Declared> {
  const values = namesOf(declared).map((name) => [name, stored[name] ?? declared[name]?.default]);
  return Object.fromEntries(values) as SettingsOf<Declared>;
}

/** Initial values of form controls: text, or the checked values of a group of checkboxes. */
type FormValues<Declared> = {
  [Name in keyof Declared]: Declared[Name] extends WeekdaysSetting ? string[] : string;
};

export function formValues<Declared extends Record<string, Setting>>(
  declared: Declared,
  values: Record<keyof Declared, Setting["default"]>,
): FormValues<Declared> {
  const entries = namesOf(declared).map((name) => {
    const value = values[name];
    if (Array.isArray(value)) return [name, value.map(String)];
    return [name, typeof value === "boolean" ? (value ? "on" : "") : String(value)];
  });
  return Object.fromEntries(entries) as FormValues<Declared>;
}
