import type { ActionFunctionArgs } from "@remix-run/node";
import { NewPasskeySchema } from "~/domain/accounts/passkeys/passkey";
import { addPasskey, notePasskeyRefused } from "~/domain/accounts/passkeys/passkeys.server";
import { PASSKEY_TEXTS } from "~/domain/accounts/passkeys/texts";
import { answerJson, fail, requireApiMember, requireSameOrigin, wrongMethod } from "~/http/api.server";
import {
  inOneLine,
  passkeyAsked,
  passkeyDone,
  readPasskeyAnswer,
  requirePasskeyHouse,
} from "~/http/passkey-challenge.server";

/** Keeps a passkey that the browser has just made. */
export const action = (args: ActionFunctionArgs) =>
  answerJson(async () => {
    const { request } = args;
    requireSameOrigin(request, "POST");
    const member = await requireApiMember(request);
    requirePasskeyHouse();
    const input = await readPasskeyAnswer(args, NewPasskeySchema, async (status) => {
      await notePasskeyRefused(member);
      return fail(status, inOneLine(PASSKEY_TEXTS.notAdded));
    });
    switch (await addPasskey(member, input, await passkeyAsked(request, `add ${member.id}`))) {
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
