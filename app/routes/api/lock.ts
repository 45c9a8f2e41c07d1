import type { ActionFunctionArgs } from "@remix-run/node";
import { LockCallSchema } from "~/domain/accounts/locking/lock-schema";
import { lockStateOf } from "~/domain/identity/sessions/session-lock.server";
import { WRONG_PASSWORD } from "~/domain/identity/texts";
import { ownerMark } from "~/domain/operations/saved-posts.server";
import { answerJson, fail, ok, readJson, requireApiMember, wrongMethod } from "~/http/api.server";
import { requirePasskeyHouse } from "~/http/passkey-challenge.server";
import { currentLockedSession, currentSessionSecret } from "~/http/session.server";
import { unlockByPasskey, unlockByPassword } from "~/http/unlock.server";

/**
 * For a page that covers itself when it has not been used: whether its session is locked, that someone is still there, and the
 * password or the passkey that opens it. A page that covers one person's words is not opened by another's session.
 */
export const action = (args: ActionFunctionArgs) =>
  answerJson(async () => {
    const { request } = args;
    const value = await readJson(args, "POST", LockCallSchema);
    if (value.intent === "stay") {
      await requireApiMember(request);
      return ok({ state: "open" });
    }
    const found = await lockStateOf((await currentSessionSecret(request)) ?? "");
    if (found.state === "over") return ok(found);
    if (ownerMark(found.userId) !== value.owner) return ok({ state: "other" });
    if (found.state === "open") return ok({ state: "open", leftMs: found.leftMs });
    const locked = value.intent === "ask" ? null : await currentLockedSession(request);
    if (value.intent === "ask" || !locked) return ok({ state: "locked" });
    if (value.intent === "passkey") {
      requirePasskeyHouse();
      const opened = await unlockByPasskey(request, locked, value);
      if (!("refusal" in opened)) return isOpen(opened.cookie);
      const { status, message, wait } = opened.refusal;
      return fail(status, message, undefined, wait ? { "Retry-After": String(wait) } : {});
    }
    const result = await unlockByPassword(request, locked, value.password);
    if (!("refusal" in result)) return isOpen(result.cookie);
    const { status, notice, headers } = result.refusal;
    return fail(status, notice?.text ?? WRONG_PASSWORD, undefined, headers);
  });

const isOpen = (cookie: string | null) =>
  cookie ? ok({ state: "open" }, 200, { "Set-Cookie": cookie }) : ok({ state: "over" });

/** Only a post. */
export const loader = () => wrongMethod("POST");
