/** The language of the interface, for the page and for Intl. */
export const LANGUAGE: string = "en";

/** Names of the placeholders of a message: "day" in "On {day} it will be gone." */
type Placeholders<Message extends string> = Message extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never;

/** The values of the placeholders in `Message`, except those in `Filled`, which the function itself fills. */
type Values<Message extends string, Filled extends string = never> = [
  Exclude<Placeholders<Message>, Filled>,
] extends [never]
  ? []
  : [values: Record<Exclude<Placeholders<Message>, Filled>, string | number>];

const fill = (message: string, values: Record<string, string | number> = {}) =>
  message.replace(/\{(\w+)\}/g, (_placeholder, name: string) => String(values[name]));

/**
 * Marks an interface message and fills its placeholders: t("On {day} it will be gone.", { day }). The message must be a
 * literal, because `npm run messages` extracts it for translators (docs/decisions/0019).
 */
/* @__NO_SIDE_EFFECTS__ */
export function t<Message extends string>(message: Message, ...[values]: Values<Message>): string {
  return values ? fill(message, values) : message;
}

/** Marks a message with a context, which tells translators the sense of an ambiguous English word. */
/* @__NO_SIDE_EFFECTS__ */
export function tc<Message extends string>(
  _context: string,
  message: Message,
  ...[values]: Values<Message>
): string {
  return values ? fill(message, values) : message;
}

const rules = /* @__PURE__ */ new Intl.PluralRules(LANGUAGE);

/**
 * Marks a message with singular and plural: tn("{count} entry", "{count} entries", entries.length). The number fills
 * {count} unless `values` contains a formatted one.
 */
/* @__NO_SIDE_EFFECTS__ */
export function tn<One extends string, Other extends string>(
  one: One,
  other: Other,
  count: number,
  ...[values]: Values<One | Other, "count"> | [values: Record<Placeholders<One | Other>, string | number>]
): string {
  return fill(rules.select(count) === "one" ? one : other, { count, ...values });
}
