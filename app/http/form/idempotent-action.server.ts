import { createHash } from "node:crypto";
import { redirect } from "@remix-run/node";
import { runIdempotent } from "~/domain/operations/form-submissions.server";
import { pendingSignInCookie, sessionCookie } from "~/http/cookies.server";
import { hashToken } from "~/platform/signing.server";
import { OWN_FIELDS } from "./csrf.server";
import type { FormOptions, FormResult } from "./form-options.server";

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
