import type { ActionFunctionArgs } from "@remix-run/node";
import { NewPasskeySchema } from "~/domain/accounts/passkeys/passkey";
import { addPasskey } from "~/domain/accounts/passkeys/passkeys.server";
import { PASSKEY_TEXTS } from "~/domain/accounts/passkeys/texts";
import { fail, wrongMethod } from "~/http/api.server";
import { inOneLine, memberPasskeyAction, passkeyDone } from "~/http/passkey-challenge.server";

const CALL = { schema: NewPasskeySchema, purpose: "add", refused: PASSKEY_TEXTS.notAdded } as const;

/** Keeps a passkey that the browser has just made. */
export const action = (args: ActionFunctionArgs) =>
  memberPasskeyAction(args, CALL, async (member, input, asked) => {
    switch (await addPasskey(member, input, asked)) {
      case "refused":
        return fail(400, inOneLine(PASSKEY_TEXTS.notAdded));
      case "too_many":
        return fail(409, inOneLine(PASSKEY_TEXTS.tooMany));
      case "too_often":
        return fail(429, inOneLine(PASSKEY_TEXTS.tooOften));
      case "added":
        return passkeyDone(PASSKEY_TEXTS.added);
    }
  });

/** Only a post. */
export const loader = () => wrongMethod("POST");
