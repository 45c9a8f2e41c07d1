import { kindName } from "~/domain/journal/entry";
import type { HistoryFilters } from "~/domain/journal/history-query";
import { dateInWords } from "~/domain/journal/local-day";
import { SEASON_NAMES } from "~/domain/scripture/season-days";

/** The words of `/settings/data` (product 2.10, "Data"). */
const MB = 1024 * 1024;

/** What one upload may weigh. Text packs well: a zip of this size holds many years. */
export const UPLOAD_BYTES = 16 * MB;
export const UPLOAD_SIZE_IN_WORDS = "16 MB";
export const FILE_TOO_LARGE = `This file is larger than ${UPLOAD_SIZE_IN_WORDS}. Please put it into a zip, or export it in parts, a year or two at a time.`;

export const EXPORTS_RUNNING = {
  title: "Two exports are on their way",
  text: "Please wait until one of them is complete.",
} as const;
export const TOO_MANY_UPLOADS = {
  title: "That were many files",
  text: "Please wait an hour before the next one.",
} as const;

export const IMPORT_CANCELLED = {
  title: "Nothing was kept",
  text: "The file is forgotten, and your journal is as it was.",
  tone: "info",
} as const;
export const IMPORT_BUSY = {
  title: "This import is being worked on",
  text: "Perhaps in another window. Please look again in a minute.",
  tone: "info",
} as const;

const SLOT_WORDS = { morning: "mornings", evening: "evenings", none: "any time of day" } as const;

/** What a filter of the history leaves, in words. */
export function filtersInWords(filters: HistoryFilters): string[] {
  const { q, kind, slot, tag, mood, book, season, favourite, from, to } = filters;
  return [
    q && `with the words “${q}”`,
    kind && `of the kind ${kindName(kind)}`,
    slot && SLOT_WORDS[slot],
    tag && `tagged #${tag}`,
    mood && `with the mood ${mood}`,
    book && `on a passage of ${book === "Psalm" ? "the Psalms" : book}`,
    season && `in the season of ${SEASON_NAMES[season]}`,
    favourite && "favourites",
    from && `from ${dateInWords(from)}`,
    to && `until ${dateInWords(to)}`,
  ].filter((words) => typeof words === "string");
}
