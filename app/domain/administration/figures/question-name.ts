import { SEASONS } from "~/domain/church-year/church-year";
import { promptNamed } from "~/domain/journal/prompts/prompt-library";
import { EXAMEN_PACK_KEYS, EXAMEN_PACKS } from "~/domain/journal/reflection/examen-questions";
import { HABIT_QUESTIONS } from "~/domain/journal/reflection/habit-questions";
import { t } from "~/i18n/t";

/** What the name of a question means, for the figures of the library: its text, or the pack that it belongs to. */
export function questionWords(id: string): string {
  const known = promptNamed(id);
  if (known) return known.text;
  const [set, ...rest] = id.split(".");
  if (set === "habit") return habitQuestion(rest) ?? id;
  const pack = set === "examen" && EXAMEN_PACK_KEYS.find((key) => key === rest[0]);
  if (pack) return t("Examen: {name}", { name: EXAMEN_PACKS[pack].name });
  return set === "lectio" ? t("Lectio Divina, questions {rest}", { rest: rest.join(".") }) : id;
}

function habitQuestion([slot, named, day]: string[]): string | undefined {
  const season = SEASONS.find((one) => one === named);
  if (!season) return undefined;
  const week = HABIT_QUESTIONS[season][slot === "morning" ? "morning" : "evening"];
  return week[Number(day)] ?? week[0];
}
