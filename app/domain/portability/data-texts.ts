import { kindName } from "~/domain/journal/entry";
import type { HistoryFilters } from "~/domain/journal/history-query";
import { dateInWords } from "~/domain/journal/local-day";
import { SEASON_NAMES } from "~/domain/scripture/season-days";
import { dataTextsWords } from "~/words/settings/data-texts";

/** The words of `/settings/data` (product 2.10, "Data"). */
const MB = 1024 * 1024;

/** What one upload may weigh. Text packs well: a zip of this size holds many years. */
export const UPLOAD_BYTES = 16 * MB;
export const UPLOAD_SIZE_IN_WORDS = "16 MB";
export const FILE_TOO_LARGE = dataTextsWords.thisFileIsLargerThan({
  uploadSizeInWords: UPLOAD_SIZE_IN_WORDS,
});

export const EXPORTS_RUNNING = {
  title: dataTextsWords.twoExportsAreOnTheirWay,
  text: dataTextsWords.twoExportsAreOnTheirWayText,
} as const;
export const TOO_MANY_UPLOADS = {
  title: dataTextsWords.thatWereManyFiles,
  text: dataTextsWords.thatWereManyFilesText,
} as const;

export const IMPORT_CANCELLED = {
  title: dataTextsWords.nothingWasKept,
  text: dataTextsWords.nothingWasKeptText,
  tone: "info",
} as const;
export const IMPORT_BUSY = {
  title: dataTextsWords.thisImportIsBeingWorkedOn,
  text: dataTextsWords.thisImportIsBeingWorkedOnText,
  tone: "info",
} as const;

const SLOT_WORDS = { morning: "mornings", evening: "evenings", none: dataTextsWords.anyTimeOfDay } as const;

/** What a filter of the history leaves, in words. */
export function filtersInWords(filters: HistoryFilters): string[] {
  const { q, kind, slot, tag, mood, book, season, favourite, from, to } = filters;
  return [
    q && dataTextsWords.withTheWords({ q }),
    kind && dataTextsWords.ofTheKind({ kind: kindName(kind) }),
    slot && SLOT_WORDS[slot],
    tag && dataTextsWords.tagged({ tag }),
    mood && dataTextsWords.withTheMood({ mood }),
    book && dataTextsWords.onAPassageOf({ book: book === "Psalm" ? dataTextsWords.thePsalms : book }),
    season && dataTextsWords.inTheSeasonOf({ seasonNames: SEASON_NAMES[season] }),
    favourite && "favourites",
    from && dataTextsWords.from({ from: dateInWords(from) }),
    to && dataTextsWords.until({ to: dateInWords(to) }),
  ].filter((words) => typeof words === "string");
}
