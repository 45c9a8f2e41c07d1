import { redirectDocument } from "@remix-run/node";
import {
  DEFERRED_FORM_SECONDS,
  dropDeferredForm,
  isFormOwnerToken,
  isKnownSession,
  storeDeferredForm,
} from "~/domain/operations/form-submissions.server";
import { clientNetworks } from "~/http/client-address.server";
import { deferredFormCookie, isKnownDevice, readCookie, sessionSecret } from "~/http/cookies.server";
import { STALE_POST } from "~/http/failure-responses.server";
import { originRefusal } from "~/http/request-origin.server";
import { t } from "~/i18n/t";
import * as paths from "~/paths";
import { OWNER_FIELD, submissionIdOf, verifyCsrf, type CsrfVerdict } from "./csrf.server";
import { formPath, formRecovery, submittedFields } from "./form-recovery.server";

/** Rejects a form of another site or of another host of this instance. @throws the error screen */
export async function checkOrigin(request: Request, form: FormData): Promise<CsrfVerdict> {
  const verdict = await verifyCsrf(request, form);
  const refusal = originRefusal(request, { mayWithhold: verdict !== "foreign" });
  if (refusal) throw await formRecovery(request, form, { status: 403, ...refusal });
  return verdict;
}

/** Runs the guard. The form of a sender who has to sign in first is stored until then. */
export async function authenticateSender<G>(
  request: Request,
  form: FormData,
  guard: (request: Request) => Promise<G>,
): Promise<G> {
  return guard(request).catch(async (refused: unknown) => {
    throw refused instanceof Response ? await deferFormUntilSignIn(request, form, refused) : refused;
  });
}

/**
 * Rejects a stale token after authentication: the owner of a form whose session has ended is asked to sign in.
 * @throws the error screen
 */
export async function checkToken(request: Request, form: FormData, verdict: CsrfVerdict): Promise<void> {
  if (verdict === "stale") throw await formRecovery(request, form, { status: 403, ...STALE_POST });
}

const NOT_DEFERRED = {
  title: t("Please sign in again"),
  message: t(
    "Your session has ended, and we could not keep this text for you. Sign in in another tab, then send it from here.",
  ),
} as const;

/**
 * Stores a form whose sender was redirected to sign in, so that /resume can show it to the same member afterwards. The form
 * must name its owner, contain text, and come from a browser that has been signed in before. Without capacity the page shows
 * the form again.
 */
async function deferFormUntilSignIn(request: Request, form: FormData, toSignIn: Response): Promise<Response> {
  const owner = form.get(OWNER_FIELD);
  const fields = submittedFields(form);
  const signInPage = [paths.login, paths.unlock].find((page) =>
    toSignIn.headers.get("Location")?.startsWith(page()),
  );
  const hasText = fields.some(([, value]) => value.trim().length > 2);
  if (!signInPage || !hasText || typeof owner !== "string" || !isFormOwnerToken(owner)) return toSignIn;
  if (!(await isReturningBrowser(request))) return toSignIn;
  // The cookie names one stored form, so an earlier one could not be opened any more.
  const earlier = await deferredFormSecret(request);
  if (earlier) await dropDeferredForm(earlier);
  const post = { action: formPath(request), fields, submission: submissionIdOf(form) };
  const secret = await storeDeferredForm(post, owner, clientNetworks(request));
  if (!secret) return formRecovery(request, form, { status: 429, ...NOT_DEFERRED });
  const cookie = await deferredFormCookie.serialize(secret, { maxAge: DEFERRED_FORM_SECONDS });
  return redirectDocument(signInPage({ redirectTo: paths.resume() }), {
    headers: { "Set-Cookie": cookie },
  });
}

/** The secret that opens this browser's deferred form. */
export function deferredFormSecret(request: Request): Promise<string | undefined> {
  return readCookie(deferredFormCookie, request);
}

/** @returns the cookie that clears the secret */
export function clearDeferredForm(): Promise<string> {
  return deferredFormCookie.serialize("", { maxAge: 0 });
}

/** Whether this browser is a known device, or has a session that may have ended. */
async function isReturningBrowser(request: Request): Promise<boolean> {
  if (await isKnownDevice(request)) return true;
  const secret = await sessionSecret(request);
  return secret !== undefined && isKnownSession(secret);
}
