import { LANGUAGE } from "./language";

const rules = new Intl.PluralRules(LANGUAGE);

type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

/** The form that a number asks for in this language: plural(1, { one: "entry", other: "entries" }). */
export function plural(count: number, forms: Forms): string {
  return forms[rules.select(count)] ?? forms.other;
}
