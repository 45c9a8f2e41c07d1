import type { ActionFunctionArgs } from "@remix-run/node";
import { LockCallSchema } from "~/domain/accounts/schema";
import { lockStateOf } from "~/domain/identity/session-lock.server";
import { WRONG_PASSWORD } from "~/domain/identity/texts";
import { formOwnerToken } from "~/domain/operations/form-submissions.server";
import {
  jsonError,
  jsonHandler,
  jsonOk,
  methodNotAllowedResponse,
  readJson,
  requireApiMember,
} from "~/http/api.server";
import { sessionSecret } from "~/http/cookies.server";
import { requirePasskeysEnabled } from "~/http/passkey-challenge.server";
import { currentLockedSession } from "~/http/session.server";
import { unlockByPasskey, unlockByPassword } from "~/http/unlock.server";

/**
 * For pages with an idle lock: keeps the session open, reports its state, or unlocks it by password or passkey.
 * `owner` prevents another member's session from uncovering the page.
 */
export const action = (args: ActionFunctionArgs) =>
  jsonHandler(async () => {
    const { request } = args;
    const value = await readJson(args, "POST", LockCallSchema);
    if (value.intent === "stay") {
      await requireApiMember(request);
      return jsonOk({ state: "open" });
    }
    const found = await lockStateOf((await sessionSecret(request)) ?? "");
    if (found.state === "over") return jsonOk(found);
    if (formOwnerToken(found.userId) !== value.owner) return jsonOk({ state: "other" });
    if (found.state === "open") return jsonOk({ state: "open", leftMs: found.leftMs });
    const locked = value.intent === "ask" ? null : await currentLockedSession(request);
    if (value.intent === "ask" || !locked) return jsonOk({ state: "locked" });
    if (value.intent === "passkey") {
      requirePasskeysEnabled();
      const unlocked = await unlockByPasskey(request, locked, value);
      if (!("refusal" in unlocked)) return unlockedResponse(unlocked.cookie);
      const { status, message, wait } = unlocked.refusal;
      return jsonError(status, message, undefined, wait ? { "Retry-After": String(wait) } : {});
    }
    const result = await unlockByPassword(request, locked, value.password);
    if (!("refusal" in result)) return unlockedResponse(result.cookie);
    const { status, notice, headers } = result.refusal;
    return jsonError(status, notice?.text ?? WRONG_PASSWORD, undefined, headers);
  });

const unlockedResponse = (cookie: string | null) =>
  cookie ? jsonOk({ state: "open" }, 200, { "Set-Cookie": cookie }) : jsonOk({ state: "over" });

export const loader = () => methodNotAllowedResponse("POST");
