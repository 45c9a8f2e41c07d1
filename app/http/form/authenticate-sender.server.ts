import { redirectDocument } from "@remix-run/node";
import {
  DEFERRED_FORM_SECONDS,
  dropDeferredForm,
  isFormOwnerToken,
  isKnownSession,
  storeDeferredForm,
} from "~/domain/operations/form-submissions.server";
import { clientNetworks } from "~/http/client-address.server";
import { deferredFormCookie, deferredFormSecret, isKnownDevice, sessionSecret } from "~/http/cookies.server";
import { FormRefusal, STALE_POST } from "~/http/failure-responses.server";
import { t } from "~/i18n/t";
import * as paths from "~/paths";
import { OWNER_FIELD, submissionIdOf, type CsrfVerdict } from "./csrf.server";
import type { Guard, Sender } from "./form-options.server";
import { formPath, submittedFields } from "./form-recovery.server";

/**
 * Runs the guard. If the guard redirects to sign-in, the form is stored until the sender has signed in. A stale token is
 * rejected after the guard: an ended session makes the token stale too, but then the sender is asked to sign in.
 * @throws FormRefusal, or the response of the guard
 */
export async function authenticateSender<G>(
  request: Request,
  form: FormData,
  guard: Guard<G>,
  verdict: CsrfVerdict,
): Promise<Sender<G>> {
  const sender = await guard(request).catch(async (refused: unknown) => {
    throw refused instanceof Response ? await deferFormUntilSignIn(request, form, refused) : refused;
  });
  if (verdict === "stale") throw new FormRefusal(403, STALE_POST);
  return sender;
}

const NOT_DEFERRED = {
  title: t("Please sign in again"),
  message: t(
    "Your session has ended, and we could not keep this text for you. Sign in in another tab, then send it from here.",
  ),
} as const;

/**
 * Stores a form whose sender was redirected to sign in, so that /resume can show it to the same member afterwards. The form
 * must name its owner, contain text, and come from a browser that has been signed in before. @throws FormRefusal without capacity
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
  if (!secret) throw new FormRefusal(429, NOT_DEFERRED);
  const cookie = await deferredFormCookie.serialize(secret, { maxAge: DEFERRED_FORM_SECONDS });
  return redirectDocument(signInPage({ redirectTo: paths.resume() }), {
    headers: { "Set-Cookie": cookie },
  });
}

/** Whether this browser is a known device, or has a session that may have ended. */
async function isReturningBrowser(request: Request): Promise<boolean> {
  if (await isKnownDevice(request)) return true;
  const secret = await sessionSecret(request);
  return secret !== undefined && isKnownSession(secret);
}
