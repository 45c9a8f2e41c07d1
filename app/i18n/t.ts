/** The language of the interface, for the page and for Intl. */
export const LANGUAGE: string = "en";

/** Names of the holes of a message: "day" in "On {day} it will be gone." */
type Holes<Message extends string> = Message extends `${string}{${infer Hole}}${infer Rest}`
  ? Hole | Holes<Rest>
  : never;

/** What is put into the holes: every one of them, and nothing else. */
type Values<Message extends string, Given extends string = never> = [Exclude<Holes<Message>, Given>] extends [
  never,
]
  ? []
  : [values: Record<Exclude<Holes<Message>, Given>, string | number>];

const fill = (message: string, values: Record<string, string | number> = {}) =>
  message.replace(/\{(\w+)\}/g, (_hole, name: string) => String(values[name]));

/**
 * Marks a message that people read, and fills its holes: t("On {day} it will be gone.", { day }). The message is
 * written there as a literal, so that a tool can collect it for translators (docs/decisions/0019).
 */
/* @__NO_SIDE_EFFECTS__ */
export function t<Message extends string>(message: Message, ...[values]: Values<Message>): string {
  return values ? fill(message, values) : message;
}

/** The same where one English word is two in another language; the context says which. */
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
 * A message whose form a number decides: tn("{count} entry", "{count} entries", entries.length). The number fills
 * {count}, unless that is given, already written in the reader's way.
 */
/* @__NO_SIDE_EFFECTS__ */
export function tn<One extends string, Other extends string>(
  one: One,
  other: Other,
  count: number,
  ...[values]: Values<One | Other, "count"> | [values: Record<Holes<One | Other>, string | number>]
): string {
  return fill(rules.select(count) === "one" ? one : other, { count, ...values });
}
