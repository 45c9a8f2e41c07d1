import type { ActionFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { passkeyRequest } from "~/domain/accounts/passkeys/enter-by-passkey.server";
import { answerJson, ok, readJson, wrongMethod } from "~/http/api.server";
import { passkeyChallenge, requirePasskeyHouse } from "~/http/passkey-challenge.server";

/** What the sign-in page asks an authenticator for. Nothing is stored. */
export const action = (args: ActionFunctionArgs) =>
  answerJson(async () => {
    await readJson(args, "POST", z.object({}), 1024);
    requirePasskeyHouse();
    const { headers, ...asked } = await passkeyChallenge(args.request, "sign-in");
    return ok(passkeyRequest(asked), 200, headers);
  });

/** Only a post. */
export const loader = () => wrongMethod("POST");
