import type { Failure } from "~/domain/operations/failures.server";
import { outcomeWords } from "~/words/http/outcome";

/** What a passing failure means to the person in front of the page: one table for forms, pages and JSON calls. */
export const FAILURES: Record<Failure, { status: number; title: string; message: string }> = {
  database_away: {
    status: 503,
    title: outcomeWords.databaseAway,
    message: outcomeWords.databaseAwayMessage,
  },
  disk_full: {
    status: 507,
    title: outcomeWords.diskFull,
    message: outcomeWords.diskFullMessage,
  },
  busy: {
    status: 503,
    title: outcomeWords.busy,
    message: outcomeWords.busyMessage,
  },
};

export const FOREIGN_POST = {
  title: outcomeWords.foreignPost,
  message: outcomeWords.foreignPostMessage,
} as const;

export const METHOD_NOT_ALLOWED = outcomeWords.methodNotAllowed;
export const ADDRESS_TOO_LONG = outcomeWords.addressTooLong;

/** The message of a page that is not there, and of a record that is not yours: they are told apart by nobody. */
export const NOT_FOUND = outcomeWords.notFound;
