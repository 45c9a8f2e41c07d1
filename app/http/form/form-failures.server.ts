import { JOURNAL_FULL } from "~/domain/limits/journal-quota";
import { JournalFullError } from "~/domain/limits/journal-quota.server";
import { failureOf } from "~/domain/operations/failures.server";
import { BodyError } from "~/http/body-limits.server";
import { FAILURE_RESPONSES } from "~/http/failure-responses";
import type { FormAnswer, FormContext } from "./form-options.server";
import { formRecovery, submittedFields } from "./form-recovery.server";
import { NOT_ACCEPTED } from "./form-validation.server";

/** Turns a refused body or an unavailable service into the page that shows the form again; other errors stay as they are. */
export async function recoverFromError(
  request: Request,
  form: FormData | undefined,
  error: unknown,
): Promise<unknown> {
  // The client has disconnected, so there is nothing to render.
  if (request.signal.aborted) return error;
  if (error instanceof BodyError)
    return formRecovery(request, error.form, {
      status: error.status,
      title: NOT_ACCEPTED,
      message: error.message,
    });
  const failure = failureOf(error);
  return failure ? formRecovery(request, form, FAILURE_RESPONSES[failure]) : error;
}

/** When the journal is full, shows the page again with the message beside the longest text. */
export async function refuseWhenFull(
  form: FormData,
  refuse: FormContext<unknown>["refuse"],
  act: () => Promise<FormAnswer>,
): Promise<FormAnswer> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof JournalFullError)) throw error;
    const typed = submittedFields(form).filter(([name]) => name !== "intent");
    const longest = typed.sort(([, one], [, other]) => other.length - one.length)[0]?.[0];
    const fields = longest && { fields: { [longest]: [JOURNAL_FULL.field] } };
    const { title, text } = JOURNAL_FULL;
    return refuse({ status: 413, notice: { title, text }, ...fields });
  }
}
