import type { ActionFunctionArgs } from "@remix-run/node";
import { LEAVING_MESSAGE } from "~/domain/accounts/deletion/deletion";
import { LoginCallSchema } from "~/domain/accounts/schema";
import { finishSecondStep } from "~/domain/identity/sign-in.server";
import { CODE_TEXTS, LOGIN_TEXTS, loginLocked } from "~/domain/identity/texts";
import { jsonError, jsonOk, readJson } from "./api.server";
import { authenticate, type SignInForm } from "./authenticator.server";
import { clientOf, rememberDevice } from "./known-device.server";
import { passwordsDisabledNotice } from "./passwords-disabled.server";
import { startBrowserSession } from "./session.server";

/** Both JSON doors of signing in: the same strategy, lockouts and second step as the forms. */
export async function signInByJson(args: ActionFunctionArgs, door: SignInForm): Promise<Response> {
  const { request } = args;
  const input = await readJson(args, "POST", LoginCallSchema);
  const off = door === "login" ? passwordsDisabledNotice() : null;
  if (off) return jsonError(403, off.text);
  const result = await authenticate(request, input, door);
  if (!result.ok) {
    if (result.code === "locked") return locked(result.seconds);
    if (result.code === "not_yet") return jsonError(401, LOGIN_TEXTS.failed.text);
    return result.code === "wrong"
      ? jsonError(401, LOGIN_TEXTS.failed.text)
      : jsonError(403, LOGIN_TEXTS.unverifiedMessage);
  }
  const { user, publicUser, needsCode, isLeaving } = result;
  if (isLeaving) return jsonError(403, LEAVING_MESSAGE);
  if (needsCode) {
    if (!input.code) return jsonError(401, CODE_TEXTS.required, { code: [CODE_TEXTS.required] });
    const pending = {
      userId: user._id,
      email: input.email,
      securityStamp: user.securityStamp,
      keys: user.keys,
      remember: input.rememberMe,
      redirectTo: "/",
    };
    const second = await finishSecondStep(pending, input.code, await clientOf(request, input.email));
    if (!second.ok) {
      return second.code === "locked"
        ? locked(second.seconds)
        : jsonError(401, CODE_TEXTS.wrong, { code: [CODE_TEXTS.wrong] });
    }
  }
  const headers = new Headers();
  headers.append("Set-Cookie", await startBrowserSession(request, user, input.rememberMe));
  headers.append("Set-Cookie", await rememberDevice(request, input.email));
  return jsonOk(publicUser, 200, headers);
}

function locked(seconds: number): Response {
  const { title, text } = loginLocked(seconds);
  return jsonError(429, `${title}. ${text}`, undefined, { "Retry-After": String(seconds) });
}
