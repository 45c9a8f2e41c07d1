import type { ActionFunctionArgs } from "@remix-run/node";
import { grantJournalAccess } from "~/domain/accounts/passkeys/passkey-sign-in.server";
import { PasskeyProofSchema } from "~/domain/accounts/passkeys/schema";
import { PASSKEY_TEXTS } from "~/domain/accounts/texts";
import { jsonError, methodNotAllowedResponse } from "~/http/api.server";
import { joinNotice, memberPasskeyAction, passkeySuccess } from "~/http/passkey-challenge.server";

const CALL = {
  schema: PasskeyProofSchema,
  purpose: "journal",
  refused: PASSKEY_TEXTS.notAllowed,
} as const;

/** Grants a passkey access to the sealed journal. The PRF output is used in memory and never stored. */
export const action = (args: ActionFunctionArgs) =>
  memberPasskeyAction(args, CALL, async (member, proof, challenge) => {
    switch (await grantJournalAccess(member, proof, challenge)) {
      case "refused":
        return jsonError(400, joinNotice(PASSKEY_TEXTS.notAllowed));
      case "cannot":
        return jsonError(409, joinNotice(PASSKEY_TEXTS.cannot));
      case "changed":
        return jsonError(409, joinNotice(PASSKEY_TEXTS.changed));
      case "too_often":
        return jsonError(429, joinNotice(PASSKEY_TEXTS.tooOften));
      case "allowed":
        return passkeySuccess(PASSKEY_TEXTS.allowed);
    }
  });

export const loader = () => methodNotAllowedResponse("POST");
