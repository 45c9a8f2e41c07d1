import { redirect } from "@remix-run/node";
import { HOLD_SECONDS, holdPost } from "~/domain/operations/held-posts.server";
import { heldPostCookie, readCookie } from "./cookies.server";
import { OWNER_FIELD } from "./form-protection.server";
import { typedFields } from "./give-back.server";

/**
 * A guard has sent a form's sender to sign in. If the form says whose it is and something was typed, the text waits at
 * /resume for the same person.
 */
export async function holdForSignIn(request: Request, form: FormData, toSignIn: Response): Promise<Response> {
  const owner = form.get(OWNER_FIELD);
  const fields = typedFields(form);
  const isLongWay = toSignIn.headers.get("Location")?.startsWith("/auth/login") ?? false;
  if (!isLongWay || typeof owner !== "string" || !fields.some(([, value]) => value.trim().length > 2))
    return toSignIn;
  const { pathname, search } = new URL(request.url);
  const secret = await holdPost({ action: pathname.replace(/\.data$/, "") + search, fields }, owner);
  const cookie = await heldPostCookie.serialize(secret, { maxAge: HOLD_SECONDS });
  return redirect("/auth/login?redirectTo=%2Fresume", { headers: { "Set-Cookie": cookie } });
}

/** The secret of the text that waits for this browser. */
export function heldPostSecret(request: Request): Promise<string | undefined> {
  return readCookie(heldPostCookie, request);
}

export function forgetHeldPost(): Promise<string> {
  return heldPostCookie.serialize("", { maxAge: 0 });
}
