import { t } from "~/i18n/t";
import type { Search } from "./search-query";

const GATHERING = t(
  "The words of your journal are still being gathered for this search. Until then it finds whole words, and may miss older entries. Please search again in a minute.",
);

/** What a person should know about a search beside what it found. */
export const notesOf = ({ note }: Search, { isGathering }: { isGathering?: boolean }): string[] => [
  ...(note ? [note] : []),
  ...(isGathering ? [GATHERING] : []),
];
