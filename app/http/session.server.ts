import type { Member } from "~/domain/accounts/member";
import { endSession, memberOfSession, startSession } from "~/domain/accounts/sessions.server";
import { now } from "~/platform/clock";
import { forgetPerRequest, oncePerRequest } from "~/platform/request-context.server";
import { lastLoginEmailCookie, readCookie, rememberSessionCookie, sessionCookie } from "./cookies.server";
import { deviceName } from "./device-name";

/** The signed-in person of a request, looked up once however many loaders ask. */
export function currentMember(request: Request): Promise<Member | null> {
  return oncePerRequest("member", async () => {
    const secret = await readCookie(sessionCookie, request);
    return secret ? memberOfSession(secret) : null;
  });
}

/** Starts a session for this browser and ends the one it had. Returns the cookie to set. */
export async function signInBrowser(
  request: Request,
  user: { _id: number; securityStamp: string },
  remember: boolean,
): Promise<string> {
  const previous = await readCookie(sessionCookie, request);
  const session = await startSession(user, {
    remember,
    device: deviceName(request.headers.get("User-Agent") ?? ""),
  });
  if (previous) await endSession(previous);
  forgetPerRequest("member");
  const maxAge = remember ? Math.floor((session.endsAt.getTime() - now().getTime()) / 1000) : undefined;
  return sessionCookie.serialize(session.secret, maxAge === undefined ? undefined : { maxAge });
}

/** Ends this browser's session on the server. Returns the cookie that clears it. */
export async function signOutBrowser(request: Request): Promise<string> {
  const secret = await readCookie(sessionCookie, request);
  if (secret) await endSession(secret);
  forgetPerRequest("member");
  return sessionCookie.serialize("", { maxAge: 0 });
}

/** Cookies by which the sign-in form knows this browser next time; without "Remember me" they are taken away. */
export async function rememberSignIn(email: string, remember: boolean): Promise<string[]> {
  const forget = { maxAge: 0 };
  return Promise.all([
    lastLoginEmailCookie.serialize(remember ? email : "", remember ? undefined : forget),
    rememberSessionCookie.serialize(remember ? "yes" : "", remember ? undefined : forget),
  ]);
}
