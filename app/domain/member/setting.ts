/**
 * A setting is declared once, in the table of its part (`LOOK`, `PRAYER`). Its type, the value it begins with, its place in
 * the record (models/user/setting-fields), in forms and in files (settings/setting-schemas) and in the export are read from
 * there. What is stored may be older than a setting: then it has the usual value.
 */
/** One that is on or off. */
export type Switch = { kind: "switch"; usual: boolean };
/** One of a list. A usual value beside the list says that nobody has chosen yet, so no form offers it. */
export type Choice<Value extends string | number = string | number> = {
  kind: "choice";
  values: readonly Value[];
  usual: Value;
};
/** A name of something that is looked up elsewhere. */
export type NameOf<Value extends string = string> = {
  kind: "name";
  most: number;
  allows: (text: string) => boolean;
  usual: Value;
};
export type Setting = Switch | Choice | NameOf;

/** The values of declared settings. */
export type SettingsOf<Declared> = {
  -readonly [Name in keyof Declared]: Declared[Name] extends { usual: infer Value } ? Value : never;
};

/* @__NO_SIDE_EFFECTS__ */
export function onOrOff(usual: boolean): Switch {
  return { kind: "switch", usual };
}

/* @__NO_SIDE_EFFECTS__ */
export function oneOf<const Listed extends string | number, const Usual extends string | number = Listed>(
  values: readonly Listed[],
  usual: Usual,
): Choice<Listed | Usual> {
  return { kind: "choice", values, usual };
}

/** The same with what each is called in its form. */
/* @__NO_SIDE_EFFECTS__ */
export function oneNamed<Listed extends string>(
  names: Readonly<Record<Listed, string>>,
  usual: NoInfer<Listed>,
): Choice<Listed> & { names: Readonly<Record<Listed, string>> } {
  return { ...oneOf<Listed>(Object.keys(names) as Listed[], usual), names };
}

/* @__NO_SIDE_EFFECTS__ */
export function nameOf<Value extends string>(
  most: number,
  usual: Value,
  allows: (text: string) => boolean = () => true,
): NameOf<Value> {
  return { kind: "name", most, allows, usual };
}

const namesOf = <Declared extends object>(declared: Declared) =>
  Object.keys(declared) as (keyof Declared & string)[];

/** What settings begin with. */
/* @__NO_SIDE_EFFECTS__ */
export function usualOf<Declared extends Record<string, Setting>>(declared: Declared): SettingsOf<Declared> {
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

/** Settings as the controls of a form begin with them. */
export function formValues<Declared extends Record<string, Setting>>(
  declared: Declared,
  values: Record<keyof Declared, string | number | boolean>,
): Record<keyof Declared, string> {
  const shown = namesOf(declared).map((name) => {
    const value = values[name];
    return [name, typeof value === "boolean" ? (value ? "on" : "") : String(value)];
  });
  return Object.fromEntries(shown) as Record<keyof Declared, string>;
}
