import type { OfflinePage } from "~/domain/journal/offline-page";
import type { OfflineIntentions } from "~/domain/journal/prayers/intention";
import * as paths from "~/paths";

/** Form fields, in order. */
export type Fields = [name: string, value: string][];

/** A queued form. `isRefused`: the server was reached and rejected it. */
export type QueuedForm = {
  key: string;
  path: string;
  owner: string;
  fields: Fields;
  savedAt: number;
  isRefused?: true;
  /** Omitted when the device has no space for them. */
  pictures?: File[];
};

/** Cached data of a day. Earlier versions of the worker stored no intentions. */
export type OfflineDay = OfflinePage &
  Partial<OfflineIntentions> & { key: "today"; readAt: number; lockAfter?: number | null };

export type ToWorker =
  /** A page of the member area was opened by this user. */
  | { type: "opened"; owner: string | undefined }
  /** The member used the page; restarts the idle time. */
  | { type: "used" }
  /** The page was covered. Replies true when nothing can be decrypted any more. */
  | { type: "locked" }
  /** An intention was changed by a page that the worker does not control. */
  | { type: "changed" }
  /** The connection is back. Replies true when every queued form was tried. */
  | { type: "online" }
  /** The offline page was opened. Replies with `OfflinePageAnswer`. */
  | { type: "desk" }
  /** A form of the offline page was changed. The worker queues it and replies true when it is stored. */
  | { type: "keep"; path: string; fields: string };

export type OfflinePageAnswer = {
  today: OfflineDay | undefined;
  unsent: QueuedForm[];
  /** Number of queued forms that cannot be decrypted while the journal is locked. */
  encrypted: number;
  /** Whether a logout is pending that has not reached the server. */
  isSignedOut: boolean;
};

/** Messages of the worker to every page: a form was queued, forms were sent, or forms were rejected. */
export type FromWorker =
  | { type: "waiting"; path: string }
  | { type: "sent"; paths: string[] }
  | { type: "refused"; words: string };

/** Names of fields that nobody types. Anchored, so that `intent` does not match the answer `intention`. */
const NOT_TYPED =
  /^(_.*|intent|forDate|draftVersion|variant|version|step|all|prayer|paste|rhythm|weekdays|until|day|dayOnly|removePicture|takePictures|pictureText-.*|picturePlace-.*)$/;

/** Non-empty fields with typed text. */
export const typedFields = (fields: Fields): Fields =>
  fields.filter(([name, value]) => !NOT_TYPED.test(name) && value.trim() !== "");

/** Base path of the intention pages. */
export const PRAYERS_PATH = paths.prayers();
export const isPrayersPath = (path: string) => path === PRAYERS_PATH || path.startsWith(`${PRAYERS_PATH}/`);
