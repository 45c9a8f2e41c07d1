import type { DaySlot } from "~/domain/member/prayer-times";
import { t } from "~/i18n/t";

/** Messages for a form that did not reach the server. The page stays open, so the form keeps the text in its fields. */
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
  /** Identifies the questions, so that the server saves the answers with the questions shown. */
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

/**
 * Response to the service worker of an unlocked session: the private P-256 key of its offline queue (RFC 7518, section 6.2).
 * `lockAfter` is in minutes.
 */
export type DeviceKeyResponse = { owner: string; lockAfter: number | null; key: JsonWebKey };

/** Texts of the offline page and of the journal while offline. */
export const OFFLINE_TEXTS = {
  title: t("You are offline"),
  intro: t(
    "There is no connection to your journal just now. Everything in it is safe and will be here when you are back.",
  ),
  advice: t("Please check your internet connection and try again."),
  again: t("Try again"),
  write: t("Meanwhile you can write here. Your words are kept on this device and sent when you are back."),
  held: t("Praying for today"),
  carry: t("Add someone or something"),
  question: t("What is on your mind?"),
  keep: t("Keep on this device"),
  kept: t("Kept on this device"),
  waiting: t("Waiting to be sent"),
  locked: {
    title: t("Your journal is locked"),
    text: t("Without a connection it cannot be opened. You can still write here."),
  },
  signedOut: {
    title: t("You are signed out on this device"),
    text: t("The server is told as soon as there is a connection again."),
  },
  encrypted: t(
    "What you wrote offline waits on this device, encrypted. Nobody can read it here; it is sent when you next open your journal or sign in.",
  ),
  sent: { title: t("Connection restored"), text: t("What you wrote offline is in your journal now.") },
  /** Drafts that the server has rejected. */
  refused: {
    title: t("Not everything could be added"),
    here: t(
      "This couldn’t be saved: too long, or no room. It’s kept on this device and will be tried again until you sign out.",
    ),
  },
  picturesWait: t("These pictures could not be sent. They go with the page when you save it."),
  /** A form that the service worker has stored for a later retry. */
  notSent: {
    title: t("You are offline"),
    text: t("Your text is still here. It is kept on this device too and sent when you are back."),
  },
} as const;
