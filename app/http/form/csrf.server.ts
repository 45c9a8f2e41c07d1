import { formOwnerToken } from "~/domain/operations/form-submissions.server";
import { readCookie, sessionSecret, visitorCookie, type CookieRequest } from "~/http/cookies.server";
import { FormRefusal } from "~/http/failure-responses.server";
import { originRefusal, originVerdict } from "~/http/request-origin.server";
import { hashToken, isSigned, randomToken, sign } from "~/platform/signing.server";

/**
 * Protection against cross-site request forgery. A foreign value in Origin, Referer or Sec-Fetch-Site refuses a post. Text
 * browsers send none of the three, and other browsers may withhold the origin (`Origin: null`): there the token decides. A
 * token that is present must always belong to this browser.
 */
const TOKEN_FIELD = "_token";
const SUBMISSION_FIELD = "_submission";
/** The owner token, which lets a form outlive its session (deferred in authenticate-sender.server.ts). */
export const OWNER_FIELD = "_owner";
/** Our own hidden fields, which are never shown again and are not part of a form's content. */
export const OWN_FIELDS: ReadonlySet<string> = new Set([TOKEN_FIELD, SUBMISSION_FIELD, OWNER_FIELD]);

/** A submission id, for a form or for an action whose form has none. */
export const newSubmission = (): string => randomToken(15);

const SUBMISSION_ID = /^[\w-]{8,64}$/;

/** The form's submission id; undefined if it is missing or malformed. */
export function submissionIdOf(form: FormData | undefined): string | undefined {
  const id = form?.get(SUBMISSION_FIELD);
  return typeof id === "string" && SUBMISSION_ID.test(id) ? id : undefined;
}

/** Values of every form's hidden fields, sent by the layout's loader and rendered by `PostForm`. */
export type CsrfFields = { token: string; submission: string; owner?: string };

/** The hash that ties a token to a browser: of its session, or before sign-in of its visitor cookie. */
export async function browserBinding(request: CookieRequest): Promise<string | undefined> {
  const id = (await sessionSecret(request)) ?? (await readCookie(visitorCookie, request));
  return id ? hashToken(id) : undefined;
}

/** Like `browserBinding`, but sets a visitor cookie when the browser has no identity yet. */
export async function bindBrowser(request: CookieRequest): Promise<{ bound: string; headers: Headers }> {
  const headers = new Headers();
  const known = await browserBinding(request);
  if (known) return { bound: known, headers };
  const visitor = randomToken();
  headers.append("Set-Cookie", await visitorCookie.serialize(visitor));
  return { bound: hashToken(visitor), headers };
}

/** Issues the hidden fields for the forms of one page. */
export async function issueCsrfFields(
  request: CookieRequest,
  memberId?: number,
): Promise<{ protection: CsrfFields; headers: Headers }> {
  const { bound, headers } = await bindBrowser(request);
  const nonce = randomToken(9);
  return {
    protection: {
      token: `${nonce}.${sign(`form|${bound}`, nonce)}`,
      submission: newSubmission(),
      owner: memberId === undefined ? undefined : formOwnerToken(memberId),
    },
    headers,
  };
}

/**
 * "foreign": `originRefusal` gives the reason. "stale": from our own pages with the token of another session, or from a text
 * browser without a token.
 */
export type CsrfVerdict = "may_act" | "foreign" | "stale";

/** Rejects a form of another site or of another host of this instance. @throws FormRefusal */
export async function checkOriginAndToken(request: Request, form: FormData): Promise<CsrfVerdict> {
  const verdict = await verifyCsrf(request, form);
  const refusal = verdict === "foreign" && originRefusal(request);
  if (refusal) throw new FormRefusal(403, refusal);
  return verdict;
}

/** Whether a form may act. */
export async function verifyCsrf(request: Request, form: FormData): Promise<CsrfVerdict> {
  const verdict = originVerdict(request);
  if (verdict !== "same_origin" && verdict !== "unsaid" && verdict !== "withheld") return "foreign";
  const token = form.get(TOKEN_FIELD);
  if (token === null && verdict === "same_origin") return "may_act";
  if (await isOwnToken(request, token)) return "may_act";
  // A sandboxed frame of another site sends `Origin: null` too, and old browsers do not distinguish the two.
  const isUnknown = verdict === "withheld" && !request.headers.has("Sec-Fetch-Site");
  return isUnknown ? "foreign" : "stale";
}

async function isOwnToken(request: Request, token: FormDataEntryValue | null): Promise<boolean> {
  const bound = await browserBinding(request);
  if (typeof token !== "string" || !bound) return false;
  const [nonce = "", signature = ""] = token.split(".");
  return isSigned(`form|${bound}`, nonce, signature);
}
