import { JOURNAL_FULL, JournalFullError } from "~/domain/limits/journal-quota";
import { failureOf } from "~/domain/operations/failures.server";
import { isFormOwnerToken } from "~/domain/operations/form-submissions.server";
import { FAILURE_RESPONSES, FormRefusal } from "~/http/failure-responses.server";
import { BodyError } from "~/http/request-body.server";
import { originRefusal } from "~/http/request-origin.server";
import { setRetryAfter } from "~/platform/request-context.server";
import {
  issueCsrfFields,
  OWN_FIELDS,
  OWNER_FIELD,
  submissionIdOf,
  verifyCsrf,
  type CsrfFields,
} from "./csrf.server";
import type { FormContext, FormResult } from "./form-options.server";
import { NOT_ACCEPTED } from "./validate-form.server";

/** The data of the error screen that shows a refused form with everything that was typed. */
export type FormRecovery = {
  kind: "give-back";
  title: string;
  message: string;
  /** The path that the form is sent to again. */
  action: string;
  fields: [name: string, value: string][];
  /** The origin of this instance when the form was sent to another host. */
  siteOrigin?: string;
  /** For sending the form again. A cross-site form gets none: our token would make its fields pass as our own. */
  protection: CsrfFields | null;
};

const SECRET = /password|code|secret|token/i;

/** The submitted text fields, without secrets and our own hidden fields. */
export function submittedFields(form: FormData | undefined): [string, string][] {
  const fields: [string, string][] = [];
  for (const [name, value] of form ?? []) {
    if (typeof value === "string" && !OWN_FIELDS.has(name) && !SECRET.test(name)) fields.push([name, value]);
  }
  return fields;
}

/** The path and query of a form post, also of one that was sent by script. */
export function formPath({ url }: Request): string {
  const { pathname, search } = new URL(url);
  return pathname.replace(/\.data$/, "") + search;
}

/** The owner token of the form, so that it can be deferred again if its owner has to sign in. */
function ownerOf(form: FormData | undefined): string | undefined {
  const token = form?.get(OWNER_FIELD);
  return typeof token === "string" && isFormOwnerToken(token) ? token : undefined;
}

/**
 * The response that an action throws, and the root error boundary renders, for a refused form. Only a form of our own can be
 * sent again.
 */
async function formRecovery(
  request: Request,
  form: FormData | undefined,
  { status, ...failure }: { status: number; title: string; message: string; siteOrigin?: string },
): Promise<Response> {
  const isForeign = form
    ? (await verifyCsrf(request, form)) === "foreign"
    : originRefusal(request) !== undefined;
  const { protection, headers } = isForeign
    ? { protection: null, headers: new Headers() }
    : await issueCsrfFields(request);
  if (status === 503) {
    headers.set("Retry-After", "5");
    setRetryAfter(5);
  }
  const recovery: FormRecovery = {
    kind: "give-back",
    title: failure.title,
    message: failure.message,
    siteOrigin: failure.siteOrigin,
    action: formPath(request),
    fields: submittedFields(form),
    // The submission id stays: an earlier post may have acted although its response was lost.
    protection: protection && {
      ...protection,
      submission: submissionIdOf(form) ?? protection.submission,
      owner: ownerOf(form),
    },
  };
  return Response.json(recovery, { status, headers });
}

/** Turns a refused form or body and an unavailable service into the page that shows the form again; other errors stay as they are. */
export async function recoverFromError(
  request: Request,
  form: FormData | undefined,
  error: unknown,
): Promise<unknown> {
  // The client has disconnected, so there is nothing to render.
  if (request.signal.aborted) return error;
  if (error instanceof FormRefusal)
    return formRecovery(request, form, { status: error.status, ...error.reason });
  if (error instanceof BodyError) {
    const { status, message } = error;
    return formRecovery(request, error.form, { status, title: NOT_ACCEPTED, message });
  }
  const failure = failureOf(error);
  return failure ? formRecovery(request, form, FAILURE_RESPONSES[failure]) : error;
}

/** When the journal is full, shows the page again with the message beside the longest text. */
export async function refuseFullJournal(
  form: FormData,
  refuse: FormContext<unknown>["refuse"],
  act: () => Promise<FormResult>,
): Promise<FormResult> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof JournalFullError)) throw error;
    const texts = submittedFields(form).filter(([name]) => name !== "intent");
    const longest = texts.sort(([, one], [, other]) => other.length - one.length)[0]?.[0];
    const fields = longest && { fields: { [longest]: [JOURNAL_FULL.field] } };
    const { title, text } = JOURNAL_FULL;
    return refuse({ status: 413, notice: { title, text }, ...fields });
  }
}
