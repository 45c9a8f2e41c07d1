import type { OfflineIntentions } from "~/domain/journal/prayers/intention";
import type { OfflinePage } from "~/domain/journal/reflection/offline-page";
import * as paths from "~/paths";

/** What pages and the service worker say to each other, and what both know of a form that waits. */

/** The fields of a form, in order. */
export type Fields = [name: string, value: string][];

/** A form that could not be sent, as it waits on this device; `isRefused` where the server was reached and did not take it. */
export type QueuedForm = {
  key: string;
  path: string;
  owner: string;
  fields: Fields;
  savedAt: number;
  isRefused?: true;
  /** Pictures that go with it, where the device has room for them. */
  pictures?: File[];
};

/**
 * What is kept of a day: its passage, its questions and its intentions. An earlier version of this worker kept no
 * intentions.
 */
export type OfflineDay = OfflinePage &
  Partial<OfflineIntentions> & { key: "today"; readAt: number; lockAfter?: number | null };

export type ToWorker =
  /** A page of the house was opened, by this person. */
  | { type: "opened"; owner: string | undefined }
  /** The page is used, as the lock counts it. */
  | { type: "used" }
  /** The page covered itself, because the journal is locked; answered with true when nothing can be read any more. */
  | { type: "locked" }
  /** An intention was changed by a form that went past the worker: it had no control of the page yet. */
  | { type: "changed" }
  /** The connection is back; answered with true when everything was tried. */
  | { type: "online" }
  /** The page for writing offline was opened; answered with `OfflinePageAnswer`. */
  | { type: "desk" }
  /** Something was written there; answered with true when it is kept. */
  | { type: "keep"; path: string; fields: string };

export type OfflinePageAnswer = {
  today: OfflineDay | undefined;
  unsent: QueuedForm[];
  /** How many forms wait that cannot be read while the journal is locked. */
  encrypted: number;
  /** Signed out without a connection: the server does not know yet. */
  isSignedOut: boolean;
};

/** Messages from the worker to every page about the offline queue: it has items, it was sent, or a form was refused. */
export type FromWorker =
  { type: "waiting"; path: string } | { type: "sent"; paths: string[] } | { type: "refused"; words: string };

/** Fields that are chosen or come with a form. Whole names: "intention" is an answer. */
const NOT_TYPED =
  /^(_.*|intent|forDate|draftVersion|variant|version|step|all|prayer|paste|rhythm|weekdays|until|day|dayOnly|removePicture|takePictures|pictureText-.*|picturePlace-.*)$/;

/** What was typed: not the fields by which forms are told apart, and nothing empty. */
export const typedFields = (fields: Fields): Fields =>
  fields.filter(([name, value]) => !NOT_TYPED.test(name) && value.trim() !== "");

/** Where intentions are: the list, the page of one, praying through. */
export const PRAYERS_PATH = paths.prayers();
export const isPrayersPath = (path: string) => path === PRAYERS_PATH || path.startsWith(`${PRAYERS_PATH}/`);
