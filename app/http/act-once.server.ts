import { createHash } from "node:crypto";
import { redirect } from "@remix-run/node";
import { runOnce } from "~/domain/operations/run-once.server";
import { pendingSignInCookie, sessionCookie } from "./cookies.server";
import { OWNER_FIELD, SUBMISSION_FIELD, TOKEN_FIELD } from "./form-protection.server";

type Kept = { status: number; headers: [name: string, value: string][] };

const NAMES_OF_THE_FORM = new Set([TOKEN_FIELD, SUBMISSION_FIELD, OWNER_FIELD]);

/** What was filled in, as a fingerprint: the same form with other words in it is another post. */
export async function contentOf(form: FormData): Promise<string> {
  const hash = createHash("sha256");
  const add = (bytes: string | Uint8Array) => hash.update(`${bytes.length}:`).update(bytes);
  for (const [name, value] of form) {
    if (NAMES_OF_THE_FORM.has(name)) continue;
    add(name);
    if (typeof value === "string") add(value);
    else {
      add(value.name);
      add(new Uint8Array(await crypto.subtle.digest("SHA-256", await value.arrayBuffer())));
    }
  }
  return hash.digest("base64url");
}

/** Acts once for one form with one content; a repeat gets the answer of the first. */
export async function actOnce<A>(
  secret: string,
  content: string,
  act: () => Promise<A | Response>,
): Promise<A | Response> {
  const outcome = await runOnce<A | Response, Kept>(secret, content, async () => {
    const result = await act();
    return { result, keep: result instanceof Response ? keptOf(result) : undefined };
  });
  // Those who asked together share one result; a response belongs to one request.
  if ("result" in outcome)
    return outcome.result instanceof Response ? outcome.result.clone() : outcome.result;
  const headers = new Headers(outcome.kept.headers);
  return redirect(headers.get("Location") ?? "/", { status: outcome.kept.status, headers });
}

/** Redirects are kept whole, but one that lets someone in is never written down: a repeat signs in again. */
function keptOf({ status, headers }: Response): Kept | undefined {
  return headers.getSetCookie().some(letsIn) ? undefined : { status, headers: [...headers] };
}

const letsIn = (cookie: string) =>
  [sessionCookie, pendingSignInCookie].some(({ name }) => cookie.startsWith(`${name}=`)) &&
  !/; Max-Age=0\b/.test(cookie);
