import FEAST_NAMES from "~/content/feast-names.yaml";
import type { FeastNames } from "~/content/schemas";

type NamedFeast = { name: string; hasWeekday: boolean };

function nameIn({ withWeekday, names }: FeastNames, feast: string): NamedFeast | undefined {
  const name = withWeekday[feast] ?? names[feast];
  return name === undefined ? undefined : { name, hasWeekday: feast in withWeekday };
}

/** The name of a feast in a tradition, and whether the name contains the weekday. */
export function feastName(feast: string, tradition: Exclude<keyof typeof FEAST_NAMES, "common">): NamedFeast {
  const found = nameIn(FEAST_NAMES[tradition], feast) ?? nameIn(FEAST_NAMES.common, feast);
  if (!found) throw new Error(`No name of the feast ${feast}.`);
  return found;
}
