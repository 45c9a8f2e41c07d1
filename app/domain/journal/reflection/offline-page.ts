import type { DaySlot } from "~/domain/member/prayer-times";

export type OfflineQuestion = { key: string; label: string; hint?: string; maxLength?: number };

/** A reflection as it may be kept on a device: its questions and its passage, nothing that anyone wrote. */
export type OfflineReflection = {
  slot: DaySlot;
  path: string;
  title: string;
  forDate: string;
  /** Names the questions, so that the answers come back to the same ones. */
  variant: string;
  fields: OfflineQuestion[];
  /** What a way says about its day. What another version of this worker kept has none. */
  point?: string;
  passage: { reference: string; lines: string[] } | null;
};

/** What a device keeps of a day, to be written on without a connection. */
export type OfflinePage = {
  owner: string;
  date: string;
  due: DaySlot;
  reflections: OfflineReflection[];
  free: { title: string; fields: OfflineQuestion[] };
};
