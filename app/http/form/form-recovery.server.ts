import { data } from "@remix-run/node";
import { isOwnerMark } from "~/domain/operations/deferred-forms.server";
import { originRefusal } from "~/http/request-origin.server";
import { retryAfter } from "~/platform/request-context.server";
import {
  issueCsrfFields,
  OWNER_FIELD,
  SUBMISSION_FIELD,
  submissionIdOf,
  TOKEN_FIELD,
  verifyCsrf,
  type CsrfFields,
} from "./csrf.server";

/** The data of the error screen that shows a refused form with everything that was typed. */
export type FormRecovery = {
  kind: "give-back";
  title: string;
  message: string;
  /** Where to send it again. */
  action: string;
  fields: [name: string, value: string][];
  /** The origin of this instance when the form was sent to another host. */
  house?: string;
  /** For sending the form again. A cross-site form gets none: our token would make its fields pass as our own. */
  protection?: CsrfFields;
};

const SECRET = /password|code|secret|token/i;
const OWN_FIELDS = new Set([TOKEN_FIELD, SUBMISSION_FIELD, OWNER_FIELD]);

/** The submitted text fields, without secrets and our own hidden fields. */
export function submittedFields(form: FormData | undefined): [string, string][] {
  const fields: [string, string][] = [];
  for (const [name, value] of form ?? []) {
    if (typeof value === "string" && !OWN_FIELDS.has(name) && !SECRET.test(name)) fields.push([name, value]);
  }
  return fields;
}

/** The owner mark of the form, so that it can be deferred again if its owner has to sign in. */
function ownerOf(form: FormData | undefined): string | undefined {
  const mark = form?.get(OWNER_FIELD);
  return typeof mark === "string" && isOwnerMark(mark) ? mark : undefined;
}

/** Thrown by an action, rendered by the root error boundary. */
export type ThrownFormRecovery = ReturnType<typeof data<FormRecovery>>;

/** Builds the throwable error screen of a refused form. Passwords are left out; only a form of our own can be sent again. */
export async function formRecovery(
  request: Request,
  form: FormData | undefined,
  failure: { status: number; title: string; message: string; house?: string },
): Promise<ThrownFormRecovery> {
  const isForeign = form
    ? (await verifyCsrf(request, form)) === "foreign"
    : originRefusal(request) !== undefined;
  const { protection, headers } = isForeign ? { headers: new Headers() } : await issueCsrfFields(request);
  if (failure.status === 503) {
    headers.set("Retry-After", "5");
    retryAfter(5);
  }
  const { pathname, search } = new URL(request.url);
  return data<FormRecovery>(
    {
      kind: "give-back",
      title: failure.title,
      message: failure.message,
      house: failure.house,
      action: pathname.replace(/\.data$/, "") + search,
      fields: submittedFields(form),
      // The submission id stays: an earlier post may have acted although its response was lost.
      protection: protection && {
        ...protection,
        submission: submissionIdOf(form) ?? protection.submission,
        owner: ownerOf(form),
      },
    },
    { status: failure.status, headers },
  );
}
