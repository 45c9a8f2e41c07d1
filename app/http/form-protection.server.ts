import { memberIdOfMark, ownerMark } from "~/domain/operations/saved-posts.server";
import { hashToken, isSigned, randomToken, sign } from "~/platform/signing.server";
import { readCookie, sessionSecret, visitorCookie, type Asking } from "./cookies.server";
import { originVerdict } from "./request-origin.server";

/**
 * Cross-site request forgery: any foreign value in Origin, Referer or Sec-Fetch-Site refuses a post. Text browsers send
 * none of the three, and other browsers may withhold the origin (`Origin: null`): there the form's token decides. A token that is present must always be this browser's own.
 */
export const TOKEN_FIELD = "_token";
export const SUBMISSION_FIELD = "_submission";
/** Whose form it is, for the text that outlives a session (saved-post.server.ts). */
export const OWNER_FIELD = "_owner";

/** A submission id, for a form or for an action whose form brought none. */
export const newSubmission = (): string => randomToken(15);

const SUBMISSION_ID = /^[\w-]{8,64}$/;
/** Ids of pages rendered before submission ids were bound to accounts: they stay bound to the session. */
const SESSION_BOUND_ID = /^[\w-]{16}$/;

/** The form's submission id, undefined where it has none or a malformed one. */
export function submissionIdOf(form: FormData | undefined): string | undefined {
  const id = form?.get(SUBMISSION_FIELD);
  return typeof id === "string" && SUBMISSION_ID.test(id) ? id : undefined;
}

/** What every form carries; the layout's loader hands it to the view (`FormProtection` component). */
export type ProtectionOfForms = { token: string; submission: string; owner?: string };

/** What ties a token to a browser: its session, or before sign-in its visitor cookie. */
export async function browserBinding(request: Asking): Promise<string | undefined> {
  const id = (await sessionSecret(request)) ?? (await readCookie(visitorCookie, request));
  return id ? hashToken(id) : undefined;
}

/** The same; sets the visitor cookie where the browser has no identity yet. */
export async function bindBrowser(request: Asking): Promise<{ bound: string; headers: Headers }> {
  const headers = new Headers();
  const known = await browserBinding(request);
  if (known) return { bound: known, headers };
  const visitor = randomToken();
  headers.append("Set-Cookie", await visitorCookie.serialize(visitor));
  return { bound: hashToken(visitor), headers };
}

/** Fresh protection for the forms of one page. */
export async function protectForms(
  request: Asking,
  memberId?: number,
): Promise<{ protection: ProtectionOfForms; headers: Headers }> {
  const { bound, headers } = await bindBrowser(request);
  const nonce = randomToken(9);
  return {
    protection: {
      token: `${nonce}.${sign(`form|${bound}`, nonce)}`,
      submission: newSubmission(),
      owner: memberId === undefined ? undefined : ownerMark(memberId),
    },
    headers,
  };
}

/** "foreign": `originRefusal` says why. "stale": from our own pages, but with a token of another session, or from a text browser without one. */
export type FormVerdict = "may_act" | "foreign" | "stale";

/** Whether a form may act. */
export async function judgeForm(request: Request, form: FormData): Promise<FormVerdict> {
  const verdict = originVerdict(request);
  if (verdict !== "same_origin" && verdict !== "unsaid" && verdict !== "withheld") return "foreign";
  const token = form.get(TOKEN_FIELD);
  if (token === null && verdict === "same_origin") return "may_act";
  if (await isOwnToken(request, token)) return "may_act";
  // A sandboxed frame of another site says `Origin: null` too, and old browsers do not tell the two apart.
  const isUnknown = verdict === "withheld" && !request.headers.has("Sec-Fetch-Site");
  return isUnknown ? "foreign" : "stale";
}

async function isOwnToken(request: Request, token: FormDataEntryValue | null): Promise<boolean> {
  const bound = await browserBinding(request);
  if (typeof token !== "string" || !bound) return false;
  const [nonce = "", signature = ""] = token.split(".");
  return isSigned(`form|${bound}`, nonce, signature);
}

/**
 * Names one rendering of a form, the same for every repeat of its post; undefined without an id. Not for storing: it
 * opens the remembered answer. Stored is its hash.
 */
export async function submissionSecret(
  request: Request,
  form: FormData,
  memberId: () => Promise<number | undefined>,
  door = new URL(request.url).pathname,
): Promise<string | undefined> {
  const id = submissionIdOf(form);
  if (!id) return undefined;
  const bound = SESSION_BOUND_ID.test(id)
    ? await browserBinding(request)
    : await submissionBinding(request, form, memberId);
  return bound && `${bound}|${door}|${id}`;
}

/**
 * A submission id outlives the session: it is bound to the account that the form was rendered for, and a form rendered
 * before sign-in to the browser. A form that another member sends from the same browser is theirs.
 */
async function submissionBinding(
  request: Request,
  form: FormData,
  memberId: () => Promise<number | undefined>,
): Promise<string | undefined> {
  const mark = form.get(OWNER_FIELD);
  const owner = typeof mark === "string" ? memberIdOfMark(mark) : undefined;
  const visitor = await readCookie(visitorCookie, request);
  if (owner === undefined && visitor) return hashToken(visitor);
  const account = (await memberId()) ?? owner;
  return account === undefined ? browserBinding(request) : `member ${account}`;
}
