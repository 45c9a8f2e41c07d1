import type { DaySlot } from "~/domain/member/prayer-times";
import { t } from "~/i18n/t";

/** The messages if a form did not reach the server; its fields keep their text. */
export const SERVER_NOT_REACHED = {
  connection: {
    title: t("The server was not reached"),
    text: t(
      "Your words are still here. Please try again when you are connected; if you leave the page, what is not saved is lost.",
    ),
  },
  timedOut: {
    title: t("The server took too long to answer"),
    text: t("Your words are still here. Sending them again keeps them once."),
  },
} as const;

export type OfflineQuestion = { key: string; label: string; hint?: string; maxLength?: number };

/** A reflection stored on a device: its questions and passage, and no text of the member. */
export type OfflineReflection = {
  slot: DaySlot;
  path: string;
  title: string;
  forDate: string;
  /** Identifies the questions, so that the answers are saved with the same ones. */
  variant: string;
  fields: OfflineQuestion[];
  /** The text of a way's day; missing in data stored by an earlier version of the service worker. */
  point?: string;
  passage: { reference: string; lines: string[] } | null;
};

/** The data of a day that a device stores for writing offline. */
export type OfflinePage = {
  owner: string;
  date: string;
  due: DaySlot;
  reflections: OfflineReflection[];
  free: { title: string; fields: OfflineQuestion[] };
};
