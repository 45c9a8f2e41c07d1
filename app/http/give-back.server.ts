import { data } from "@remix-run/node";
import { isOwnerMark } from "~/domain/operations/saved-posts.server";
import { retryAfter } from "~/platform/request-context.server";
import {
  judgeForm,
  OWNER_FIELD,
  protectForms,
  SUBMISSION_FIELD,
  submissionIdOf,
  TOKEN_FIELD,
  type ProtectionOfForms,
} from "./form-protection.server";
import { originRefusal } from "./request-origin.server";

/** A form that could not be accepted, given back as a page with everything typed in it. */
export type GiveBack = {
  kind: "give-back";
  title: string;
  message: string;
  /** Where to send it again. */
  action: string;
  fields: [name: string, value: string][];
  /** The address of the house, where the form came by another. */
  house?: string;
  /** For sending it again. A form of another site gets none: with ours its fields would be sent as if they were our own. */
  protection?: ProtectionOfForms;
};

const SECRET = /password|code|secret|token/i;
const OWN_FIELDS = new Set([TOKEN_FIELD, SUBMISSION_FIELD, OWNER_FIELD]);

/** What a person typed, without secrets and without our own hidden fields. */
export function typedFields(form: FormData | undefined): [string, string][] {
  const fields: [string, string][] = [];
  for (const [name, value] of form ?? []) {
    if (typeof value === "string" && !OWN_FIELDS.has(name) && !SECRET.test(name)) fields.push([name, value]);
  }
  return fields;
}

/** Whose form it was stays said, so that the text is kept when it is sent by someone who has to sign in first. */
function ownerOf(form: FormData | undefined): string | undefined {
  const mark = form?.get(OWNER_FIELD);
  return typeof mark === "string" && isOwnerMark(mark) ? mark : undefined;
}

/** Thrown, it becomes the error screen with the text. */
export type ThrownGiveBack = ReturnType<typeof data<GiveBack>>;

/**
 * Throwable: the error screen shows the text, with a button to send it again where it was typed into a page of ours.
 * Passwords are not given back.
 */
export async function giveBack(
  request: Request,
  form: FormData | undefined,
  failure: { status: number; title: string; message: string; house?: string },
): Promise<ThrownGiveBack> {
  const isForeign = form
    ? (await judgeForm(request, form)) === "foreign"
    : originRefusal(request) !== undefined;
  const { protection, headers } = isForeign ? { headers: new Headers() } : await protectForms(request);
  if (failure.status === 503) {
    headers.set("Retry-After", "5");
    retryAfter(5);
  }
  const { pathname, search } = new URL(request.url);
  return data<GiveBack>(
    {
      kind: "give-back",
      title: failure.title,
      message: failure.message,
      house: failure.house,
      action: pathname.replace(/\.data$/, "") + search,
      fields: typedFields(form),
      // With its own submission id: an earlier post of the form may have acted, and its answer been lost.
      protection: protection && {
        ...protection,
        submission: submissionIdOf(form) ?? protection.submission,
        owner: ownerOf(form),
      },
    },
    { status: failure.status, headers },
  );
}
