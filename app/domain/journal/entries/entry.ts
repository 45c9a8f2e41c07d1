import type { EntryKind } from "~/domain/journal/prompt-sets/prompt-set";
import { KIND_NAMES } from "~/domain/journal/prompt-sets/registry";
import type { Slot } from "~/domain/member/prayer-times";
import { t } from "~/i18n/t";
import type { EntryContent } from "./content";

/** A finished reflection as its writer sees it. */
export type Entry = {
  id: string;
  kind: EntryKind;
  slot: Slot;
  forDate: string;
  timezone: string;
  createdAt: Date;
  updatedAt: Date;
  version: number;
  passageRef: string;
  /** What its day was called when it was kept. */
  dayName?: string;
  favourite: boolean;
  excludeFromInsights: boolean;
  deletedAt: Date | null;
  /** Null if the stored text does not open: it was changed or moved outside this application. */
  content: EntryContent | null;
};

/** What is about to be saved. */
export type EntryInput = {
  kind: EntryKind;
  slot: Slot;
  forDate: string;
  promptSet: string;
  promptIds: string[];
  passageRef: string;
  content: EntryContent;
};

/** What an entry without a title is called. */
export function entryName(kind: EntryKind, slot: Slot): string {
  const own = kind === "free" ? undefined : KIND_NAMES[kind].entry;
  return own ? own(slot) : kindName(kind);
}

/** The kinds by name, for choosing. */
export function kindName(kind: EntryKind): string {
  return kind === "free" ? t("Free page") : KIND_NAMES[kind].name;
}
