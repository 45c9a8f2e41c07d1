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
import { OWNER_FIELD, submissionIdOf, verifyCsrf } from "./csrf.server";
import { formRecovery, submittedFields, type ThrownFormRecovery } from "./form-recovery.server";

const NOT_DEFERRED = {
  title: t("Please sign in again"),
  message: t(
    "Your session has ended, and we could not keep this text for you. Sign in in another tab, then send it from here.",
  ),
} as const;

/**
 * Stores a form whose sender was redirected to sign in, so that /resume can show it to the same member afterwards. The form
 * must name its owner, hold text, and come from a browser that has been signed in before. Without capacity the page shows
 * the form again.
 */
export async function deferFormUntilSignIn(
  request: Request,
  form: FormData,
  toSignIn: Response,
): Promise<Response | ThrownFormRecovery> {
  const owner = form.get(OWNER_FIELD);
  const fields = submittedFields(form);
  const signInPage = [paths.login, paths.unlock].find((page) =>
    toSignIn.headers.get("Location")?.startsWith(page()),
  );
  const isTyped = fields.some(([, value]) => value.trim().length > 2);
  if (!signInPage || !isTyped || typeof owner !== "string" || !isFormOwnerToken(owner)) return toSignIn;
  if (!(await isReturningBrowser(request))) return toSignIn;
  // The cookie names one stored form, so an earlier one could not be opened any more.
  const earlier = await deferredFormSecret(request);
  if (earlier) await dropDeferredForm(earlier);
  const { pathname, search } = new URL(request.url);
  const action = pathname.replace(/\.data$/, "") + search;
  const post = { action, fields, submission: submissionIdOf(form) };
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

export function forgetDeferredForm(): Promise<string> {
  return deferredFormCookie.serialize("", { maxAge: 0 });
}

/** Whether this browser has been signed in before, by its known device or by a session that may have ended. */
async function isReturningBrowser(request: Request): Promise<boolean> {
  if (await isKnownDevice(request)) return true;
  const secret = await sessionSecret(request);
  return secret !== undefined && isKnownSession(secret);
}

/**
 * Lets a form act when it comes from our own pages, with this browser's token, and from a sender whom the guard accepts. A
 * sender who has to sign in first finds the form again afterwards.
 */
export async function authorizeSender<G>(
  request: Request,
  form: FormData,
  guard: (request: Request) => Promise<G>,
): Promise<G> {
  const verdict = await verifyCsrf(request, form);
  const refusal = originRefusal(request, { mayWithhold: verdict !== "foreign" });
  if (refusal) throw await formRecovery(request, form, { status: 403, ...refusal });
  const guarded = await guard(request).catch(async (refused: unknown) => {
    throw refused instanceof Response ? await deferFormUntilSignIn(request, form, refused) : refused;
  });
  if (verdict === "stale") throw await formRecovery(request, form, { status: 403, ...STALE_POST });
  return guarded;
}
