import type { EntryKind } from "~/domain/journal/prompt-sets/prompt-set";
import { KIND_NAMES } from "~/domain/journal/prompt-sets/registry";
import type { Slot } from "~/domain/member/prayer-times";
import { t } from "~/i18n/t";
import type { EntryContent } from "./content";

/** A finished reflection or free page. */
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
  /** The liturgical name of its day when it was saved. */
  dayName?: string;
  favourite: boolean;
  excludeFromInsights: boolean;
  deletedAt: Date | null;
  /** Null if the stored text cannot be decrypted: it was changed or moved outside this application. */
  content: EntryContent | null;
};

/** The submitted data of an entry or a draft. */
export type EntryInput = {
  kind: EntryKind;
  slot: Slot;
  forDate: string;
  promptSet: string;
  promptIds: string[];
  passageRef: string;
  content: EntryContent;
};

/** The name of an entry without a title. */
export function entryName(kind: EntryKind, slot: Slot): string {
  const own = kind === "free" ? undefined : KIND_NAMES[kind].entry;
  return own ? own(slot) : kindName(kind);
}

export function kindName(kind: EntryKind): string {
  return kind === "free" ? t("Free page") : KIND_NAMES[kind].name;
}
