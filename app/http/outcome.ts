import type { Failure } from "~/domain/operations/failures.server";

/** What a passing failure means to the person in front of the page: one table for forms, pages and JSON calls. */
export const FAILURES: Record<Failure, { status: number; title: string; message: string }> = {
  database_away: {
    status: 503,
    title: "We cannot reach your journal just now",
    message: "The database does not answer. Nothing you typed is lost: please wait a moment and try again.",
  },
  disk_full: {
    status: 507,
    title: "There is no room to save this",
    message: "The server's disk is full. Nothing you typed is lost: please tell the operator and try again.",
  },
  busy: {
    status: 503,
    title: "Very many people are signing in just now",
    message: "Please wait a moment and try again.",
  },
};

export const FOREIGN_POST = {
  title: "This form did not come from here",
  message:
    "The form was sent from another page, or has waited too long. If you meant to send it, please send it again.",
} as const;

export const METHOD_NOT_ALLOWED = "This address does not take that kind of request.";
export const ADDRESS_TOO_LONG = "This address is too long.";

/** The message of a page that is not there, and of a record that is not yours: they are told apart by nobody. */
export const NOT_FOUND = "Not found";
