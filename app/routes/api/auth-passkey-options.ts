import type { ActionFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { passkeySignInOptions } from "~/domain/accounts/passkeys/passkey-sign-in.server";
import { jsonHandler, jsonOk, methodNotAllowedResponse, readJson } from "~/http/api.server";
import { passkeyChallenge, requirePasskeysEnabled } from "~/http/passkey-challenge.server";

export const action = (args: ActionFunctionArgs) =>
  jsonHandler(async () => {
    await readJson(args, "POST", z.object({}), 1024);
    requirePasskeysEnabled();
    const { headers, ...challenge } = await passkeyChallenge(args.request, "sign-in");
    return jsonOk(passkeySignInOptions(challenge), 200, headers);
  });

export const loader = () => methodNotAllowedResponse("POST");
