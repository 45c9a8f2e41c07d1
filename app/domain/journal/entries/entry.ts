import type { Slot } from "~/domain/member/prayer-times";
import { t } from "~/i18n/t";
import type { EntryContent } from "./content";
import type { EntryKind } from "./entry-kind";

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
  /** Null where the stored text does not open: it was changed or moved outside of this application. */
  content: EntryContent | null;
};

/** What is about to be saved. */
export type Writing = {
  kind: EntryKind;
  slot: Slot;
  forDate: string;
  promptSet: string;
  promptIds: string[];
  passageRef: string;
  content: EntryContent;
};

const KIND_NAMES: Record<EntryKind, string> = {
  lectio: t("Lectio Divina"),
  examen: t("Examen"),
  habit: t("Daily habit"),
  prompt: t("Prompt"),
  free: t("Free page"),
};

/** What an entry without a title is called. */
export function entryName(kind: EntryKind, slot: Slot): string {
  if (kind === "habit") return slot === "morning" ? t("Morning reflection") : t("Evening reflection");
  return KIND_NAMES[kind];
}

/** The kinds by name, for choosing. */
export function kindName(kind: EntryKind): string {
  return KIND_NAMES[kind];
}
