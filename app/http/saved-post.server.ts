import { redirectDocument } from "@remix-run/node";
import * as addresses from "~/addresses";
import { dropSavedPost, HOLD_SECONDS, isOwnerMark, savePost } from "~/domain/operations/saved-posts.server";
import { t } from "~/i18n/t";
import { clientNetworks } from "./client-address.server";
import { readCookie, savedPostCookie } from "./cookies.server";
import { OWNER_FIELD, submissionIdOf } from "./form-protection.server";
import { giveBack, typedFields, type ThrownGiveBack } from "./give-back.server";
import { hasBeenSignedIn } from "./session.server";

const NOT_HELD = {
  title: t("Please sign in again"),
  message: t(
    "Your session has ended, and we could not keep this text for you. Sign in in another tab, then send it from here.",
  ),
} as const;

/**
 * A guard has sent a form's sender to sign in. If the form says whose it is, something was typed, and this browser has
 * been signed in before, the text waits at /resume for the same person. Where there is no room for it, the page gives
 * it back instead, so that it is not lost.
 */
export async function holdForSignIn(
  request: Request,
  form: FormData,
  toSignIn: Response,
): Promise<Response | ThrownGiveBack> {
  const owner = form.get(OWNER_FIELD);
  const fields = typedFields(form);
  const way = [addresses.login, addresses.unlock].find((page) =>
    toSignIn.headers.get("Location")?.startsWith(page()),
  );
  const isTyped = fields.some(([, value]) => value.trim().length > 2);
  if (!way || !isTyped || typeof owner !== "string" || !isOwnerMark(owner)) return toSignIn;
  if (!(await hasBeenSignedIn(request))) return toSignIn;
  // The browser's cookie opens one text: with the next, nothing can open the one before.
  const earlier = await savedPostSecret(request);
  if (earlier) await dropSavedPost(earlier);
  const { pathname, search } = new URL(request.url);
  const action = pathname.replace(/\.data$/, "") + search;
  const post = { action, fields, submission: submissionIdOf(form) };
  const secret = await savePost(post, owner, clientNetworks(request));
  if (!secret) return giveBack(request, form, { status: 429, ...NOT_HELD });
  const cookie = await savedPostCookie.serialize(secret, { maxAge: HOLD_SECONDS });
  return redirectDocument(way({ redirectTo: addresses.resume() }), { headers: { "Set-Cookie": cookie } });
}

/** The secret of the text that waits for this browser. */
export function savedPostSecret(request: Request): Promise<string | undefined> {
  return readCookie(savedPostCookie, request);
}

export function forgetSavedPost(): Promise<string> {
  return savedPostCookie.serialize("", { maxAge: 0 });
}
