/**
 * A setting is declared once, in the table of its part (`LOOK`, `PRAYER`). Its type, the value it begins with, its place in
 * the record (models/user/setting-fields), in forms and in files (setting-schemas) and in the export are read from
 * there. What is stored may be older than a setting: then it has the usual value.
 */
/** One that is on or off. */
export type BooleanSetting = { kind: "switch"; usual: boolean };
/** One of a list. A usual value beside the list says that nobody has chosen yet, so no form offers it. */
export type EnumSetting<Value extends string | number = string | number> = {
  kind: "choice";
  values: readonly Value[];
  usual: Value;
};
/** A name of something that is looked up elsewhere. */
export type NameSetting<Value extends string = string> = {
  kind: "name";
  most: number;
  allows: (text: string) => boolean;
  usual: Value;
};
/** A time of day, HH:MM. */
export type TimeSetting = { kind: "time"; usual: string };
/** Days of the week; 0 is Sunday. */
export type WeekdaysSetting = { kind: "weekdays"; usual: number[] };
export type Setting = BooleanSetting | EnumSetting | NameSetting | TimeSetting | WeekdaysSetting;

/** The values of declared settings. */
export type SettingsOf<Declared> = {
  -readonly [Name in keyof Declared]: Declared[Name] extends { usual: infer Value } ? Value : never;
};

/* @__NO_SIDE_EFFECTS__ */
export function booleanSetting(usual: boolean): BooleanSetting {
  return { kind: "switch", usual };
}

/* @__NO_SIDE_EFFECTS__ */
export function enumSetting<
  const Listed extends string | number,
  const Usual extends string | number = Listed,
>(values: readonly Listed[], usual: Usual): EnumSetting<Listed | Usual> {
  return { kind: "choice", values, usual };
}

/** The same with what each is called in its form. */
/* @__NO_SIDE_EFFECTS__ */
export function labelledEnumSetting<Listed extends string>(
  names: Readonly<Record<Listed, string>>,
  usual: NoInfer<Listed>,
): EnumSetting<Listed> & { names: Readonly<Record<Listed, string>> } {
  return { ...enumSetting<Listed>(Object.keys(names) as Listed[], usual), names };
}

/* @__NO_SIDE_EFFECTS__ */
export function nameSetting<Value extends string>(
  most: number,
  usual: Value,
  allows: (text: string) => boolean = () => true,
): NameSetting<Value> {
  return { kind: "name", most, allows, usual };
}

/* @__NO_SIDE_EFFECTS__ */
export function timeSetting(usual: string): TimeSetting {
  return { kind: "time", usual };
}

/* @__NO_SIDE_EFFECTS__ */
export function weekdaysSetting(): WeekdaysSetting {
  return { kind: "weekdays", usual: [] };
}

const namesOf = <Declared extends object>(declared: Declared) =>
  Object.keys(declared) as (keyof Declared & string)[];

/** What settings begin with. */
/* @__NO_SIDE_EFFECTS__ */
export function defaultsOf<Declared extends Record<string, Setting>>(
  declared: Declared,
): SettingsOf<Declared> {
  return settingsFrom(declared, {});
}

/** The declared settings of a record, and nothing else of it. */
export function settingsFrom<Declared extends Record<string, Setting>>(
  declared: Declared,
  stored: Partial<SettingsOf<Declared>>,
): SettingsOf<Declared> {
  const values = namesOf(declared).map((name) => [name, stored[name] ?? declared[name]?.usual]);
  return Object.fromEntries(values) as SettingsOf<Declared>;
}

/** What the controls of a form begin with: text, and of several boxes with one name the texts that are ticked. */
type FormValues<Declared> = {
  [Name in keyof Declared]: Declared[Name] extends WeekdaysSetting ? string[] : string;
};

/** Settings as the controls of a form begin with them. */
export function formValues<Declared extends Record<string, Setting>>(
  declared: Declared,
  values: Record<keyof Declared, Setting["usual"]>,
): FormValues<Declared> {
  const shown = namesOf(declared).map((name) => {
    const value = values[name];
    if (Array.isArray(value)) return [name, value.map(String)];
    return [name, typeof value === "boolean" ? (value ? "on" : "") : String(value)];
  });
  return Object.fromEntries(shown) as FormValues<Declared>;
}
