import type { ActionFunctionArgs } from "@remix-run/node";
import { allowPasskey } from "~/domain/accounts/passkeys/open-journal.server";
import { PasskeyProofSchema } from "~/domain/accounts/passkeys/passkey";
import { PASSKEY_TEXTS } from "~/domain/accounts/passkeys/texts";
import { fail, wrongMethod } from "~/http/api.server";
import { inOneLine, memberPasskeyAction, passkeyDone } from "~/http/passkey-challenge.server";

const CALL = {
  schema: PasskeyProofSchema,
  purpose: "journal",
  refused: PASSKEY_TEXTS.notAllowed,
} as const;

/** Lets a passkey open the sealed journal too. What it has computed is used here, in memory, and kept nowhere. */
export const action = (args: ActionFunctionArgs) =>
  memberPasskeyAction(args, CALL, async (member, proof, asked) => {
    switch (await allowPasskey(member, proof, asked)) {
      case "refused":
        return fail(400, inOneLine(PASSKEY_TEXTS.notAllowed));
      case "cannot":
        return fail(409, inOneLine(PASSKEY_TEXTS.cannot));
      case "changed":
        return fail(409, inOneLine(PASSKEY_TEXTS.changed));
      case "too_often":
        return fail(429, inOneLine(PASSKEY_TEXTS.tooOften));
      case "allowed":
        return passkeyDone(PASSKEY_TEXTS.allowed);
    }
  });

/** Only a post. */
export const loader = () => wrongMethod("POST");
