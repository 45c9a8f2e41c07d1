import { createHash } from "node:crypto";
import { redirect } from "@remix-run/node";
import { formOwnerId, runIdempotent } from "~/domain/operations/form-submissions.server";
import { pendingSignInCookie, readCookie, sessionCookie, visitorCookie } from "~/http/cookies.server";
import { hashToken } from "~/platform/signing.server";
import { browserBinding, OWN_FIELDS, OWNER_FIELD, submissionIdOf } from "./csrf.server";
import type { FormOptions, FormResult } from "./form-options.server";

/** Ids of pages rendered before submission ids were bound to accounts: they stay bound to the session. */
const SESSION_BOUND_ID = /^[\w-]{16}$/;

/**
 * The idempotency key of one rendering of a form, the same for every repeat of its post; undefined without a submission id.
 * It opens the stored response, so only its hash may be stored. `memberId` is the signed-in sender.
 */
export async function submissionKey(
  request: Request,
  form: FormData,
  memberId: number | undefined,
  path = new URL(request.url).pathname,
): Promise<string | undefined> {
  const id = submissionIdOf(form);
  if (!id) return undefined;
  const bound = SESSION_BOUND_ID.test(id)
    ? await browserBinding(request)
    : await submissionBinding(request, form, memberId);
  return bound && `${bound}|${path}|${id}`;
}

/**
 * A submission id outlives the session: it is bound to the account that the form was rendered for, or to the browser when the
 * form was rendered before sign-in. A form that another member sends from the same browser is bound to that member.
 */
async function submissionBinding(
  request: Request,
  form: FormData,
  memberId: number | undefined,
): Promise<string | undefined> {
  const token = form.get(OWNER_FIELD);
  const owner = typeof token === "string" ? formOwnerId(token) : undefined;
  const visitor = await readCookie(visitorCookie, request);
  if (owner === undefined && visitor) return hashToken(visitor);
  const account = memberId ?? owner;
  return account === undefined ? browserBinding(request) : `member ${account}`;
}

type StoredRedirect = { status: number; headers: [name: string, value: string][] };

/**
 * Passes the submission to `act`. With `once`, a repeated or parallel post with the same key and content gets the response
 * of the first; without a key every post acts.
 */
export async function runIdempotentAction(
  form: FormData,
  key: string | undefined,
  once: FormOptions<never>["once"],
  act: (submission: string | undefined) => Promise<FormResult>,
): Promise<FormResult> {
  const isOnce = typeof once === "function" ? once(form) : once;
  if (!key || !isOnce) return act(key && hashToken(key));
  const fingerprint = await formFingerprint(form);
  const outcome = await runIdempotent<FormResult, StoredRedirect>(key, fingerprint, async () => {
    const result = await act(hashToken(`${key}|${fingerprint}`));
    return { result, keep: result instanceof Response ? storableRedirect(result) : undefined };
  });
  // Parallel posts share one result, but a Response can be sent only once.
  if ("result" in outcome)
    return outcome.result instanceof Response ? outcome.result.clone() : outcome.result;
  const headers = new Headers(outcome.kept.headers);
  return redirect(headers.get("Location") ?? "/", { status: outcome.kept.status, headers });
}

/** A hash of the submitted fields and files: a form with other content is another request. */
async function formFingerprint(form: FormData): Promise<string> {
  const hash = createHash("sha256");
  const add = (bytes: string | Uint8Array) => hash.update(`${bytes.length}:`).update(bytes);
  for (const [name, value] of form) {
    if (OWN_FIELDS.has(name)) continue;
    add(name);
    if (typeof value === "string") add(value);
    else {
      add(value.name);
      add(new Uint8Array(await crypto.subtle.digest("SHA-256", await value.arrayBuffer())));
    }
  }
  return hash.digest("base64url");
}

/** Redirects are stored whole, except one that sets a session cookie: a repeated sign-in runs again. */
function storableRedirect({ status, headers }: Response): StoredRedirect | undefined {
  return headers.getSetCookie().some(isSignIn) ? undefined : { status, headers: [...headers] };
}

const isSignIn = (cookie: string) =>
  [sessionCookie, pendingSignInCookie].some(({ name }) => cookie.startsWith(`${name}=`)) &&
  !/; Max-Age=0\b/.test(cookie);
