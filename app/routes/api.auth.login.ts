import type { ActionFunctionArgs } from "@remix-run/node";
import { LOGIN_TEXTS, loginLocked } from "~/domain/accounts/messages";
import { LoginSchema } from "~/domain/accounts/schema";
import { answerJson, fail, ok, readJson } from "~/http/api.server";
import { authenticate } from "~/http/authenticator.server";
import { signInBrowser } from "~/http/session.server";

/** The sign-in form's JSON door: same schema, same use-case. */
export const action = (args: ActionFunctionArgs) =>
  answerJson(async () => {
    const input = await readJson(args, "POST", LoginSchema);
    const result = await authenticate(args.request, { email: input.email, password: input.password });
    if (result.ok) {
      const cookie = await signInBrowser(args.request, result.user, input.rememberMe);
      return ok(result.publicUser, 200, { "Set-Cookie": cookie });
    }
    switch (result.code) {
      case "locked": {
        const { title, text } = loginLocked(result.seconds);
        return fail(429, `${title}. ${text}`, undefined, { "Retry-After": String(result.seconds) });
      }
      case "email_unverified":
        return fail(403, LOGIN_TEXTS.unverifiedMessage);
      case "wrong":
        return fail(401, LOGIN_TEXTS.failed.text);
    }
  });
