import { LANGUAGE } from "./language";

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
 * written there as a literal, so that `npm run messages` finds it and the build of another language replaces it.
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

type Forms = Partial<Record<Intl.LDMLPluralRule, string>>;

/**
 * A message whose form a number decides: tn("{count} entry", "{count} entries", entries.length). The number fills
 * {count}, unless that is given, already written in the reader's way. The build of a language with more forms than two writes
 * them all in the place of the first.
 */
/* @__NO_SIDE_EFFECTS__ */
export function tn<One extends string, Other extends string>(
  one: One | Forms,
  other: Other,
  count: number,
  ...[values]: Values<One | Other, "count"> | [values: Record<Holes<One | Other>, string | number>]
): string {
  const forms: Forms = typeof one === "string" ? { one } : one;
  return fill(forms[rules.select(count)] ?? other, { count, ...values });
}
