import type { ActionFunctionArgs } from "@remix-run/node";
import { allowPasskey } from "~/domain/accounts/passkeys/open-journal.server";
import { PasskeyProofSchema } from "~/domain/accounts/passkeys/passkey";
import { notePasskeyRefused } from "~/domain/accounts/passkeys/passkeys.server";
import { PASSKEY_TEXTS } from "~/domain/accounts/passkeys/texts";
import { answerJson, fail, requireApiMember, requireSameOrigin, wrongMethod } from "~/http/api.server";
import {
  inOneLine,
  passkeyAsked,
  passkeyDone,
  readPasskeyAnswer,
  requirePasskeyHouse,
} from "~/http/passkey-challenge.server";

/** Lets a passkey open the sealed journal too. What it has computed is used here, in memory, and kept nowhere. */
export const action = (args: ActionFunctionArgs) =>
  answerJson(async () => {
    const { request } = args;
    requireSameOrigin(request, "POST");
    const member = await requireApiMember(request);
    requirePasskeyHouse();
    const proof = await readPasskeyAnswer(args, PasskeyProofSchema, async (status) => {
      await notePasskeyRefused(member);
      return fail(status, inOneLine(PASSKEY_TEXTS.notAllowed));
    });
    switch (await allowPasskey(member, proof, await passkeyAsked(request, `journal ${member.id}`))) {
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
