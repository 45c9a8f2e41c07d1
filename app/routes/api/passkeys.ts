import type { ActionFunctionArgs } from "@remix-run/node";
import { addPasskey } from "~/domain/accounts/passkeys/passkeys.server";
import { NewPasskeySchema } from "~/domain/accounts/passkeys/schema";
import { PASSKEY_TEXTS } from "~/domain/accounts/texts";
import { jsonError, methodNotAllowedResponse } from "~/http/api.server";
import { joinNotice, memberPasskeyAction, passkeySuccess } from "~/http/passkey-challenge.server";

const CALL = { schema: NewPasskeySchema, purpose: "add", refused: PASSKEY_TEXTS.notAdded } as const;

export const action = (args: ActionFunctionArgs) =>
  memberPasskeyAction(args, CALL, async (member, input, challenge) => {
    switch (await addPasskey(member, input, challenge)) {
      case "refused":
        return jsonError(400, joinNotice(PASSKEY_TEXTS.notAdded));
      case "too_many":
        return jsonError(409, joinNotice(PASSKEY_TEXTS.tooMany));
      case "too_often":
        return jsonError(429, joinNotice(PASSKEY_TEXTS.tooOften));
      case "added":
        return passkeySuccess(PASSKEY_TEXTS.added);
    }
  });

export const loader = () => methodNotAllowedResponse("POST");
