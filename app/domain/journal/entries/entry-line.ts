import { weekdayName } from "~/domain/calendar/local-day";
import { t } from "~/i18n/t";
import { excerptOf } from "./content";
import { entryName, type Entry } from "./entry";

/** An entry as lists show it: chosen field by field, with the first words only. */
export function entryLine({ id, forDate, kind, slot, content, favourite }: Entry) {
  return {
    id,
    day: `${weekdayName(forDate)} ${Number(forDate.slice(8))}`,
    name: content?.title || entryName(kind, slot),
    excerpt: content ? excerptOf(content) : t("This entry cannot be opened."),
    tags: content?.tags ?? [],
    favourite,
  };
}
