import { createHash } from "node:crypto";
import { redirect } from "@remix-run/node";
import { runIdempotent } from "~/domain/operations/form-submissions.server";
import { pendingSignInCookie, sessionCookie } from "~/http/cookies.server";
import { OWNER_FIELD, SUBMISSION_FIELD, TOKEN_FIELD } from "./csrf.server";

type StoredRedirect = { status: number; headers: [name: string, value: string][] };

const OWN_FIELDS = new Set([TOKEN_FIELD, SUBMISSION_FIELD, OWNER_FIELD]);

/** A hash of the submitted fields and files: the same form with other content is another request. */
export async function formFingerprint(form: FormData): Promise<string> {
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

/** Runs the action once per idempotency key; a repeated post gets the first response. */
export async function runIdempotentAction<A>(
  secret: string,
  content: string,
  act: () => Promise<A | Response>,
): Promise<A | Response> {
  const outcome = await runIdempotent<A | Response, StoredRedirect>(secret, content, async () => {
    const result = await act();
    return { result, keep: result instanceof Response ? storableRedirect(result) : undefined };
  });
  // Concurrent posts share one result, but a Response can be sent only once.
  if ("result" in outcome)
    return outcome.result instanceof Response ? outcome.result.clone() : outcome.result;
  const headers = new Headers(outcome.kept.headers);
  return redirect(headers.get("Location") ?? "/", { status: outcome.kept.status, headers });
}

/** Redirects are stored whole, except one that sets a session cookie: a repeated sign-in runs again. */
function storableRedirect({ status, headers }: Response): StoredRedirect | undefined {
  return headers.getSetCookie().some(signsIn) ? undefined : { status, headers: [...headers] };
}

const signsIn = (cookie: string) =>
  [sessionCookie, pendingSignInCookie].some(({ name }) => cookie.startsWith(`${name}=`)) &&
  !/; Max-Age=0\b/.test(cookie);
