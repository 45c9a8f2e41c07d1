import type { ActionFunctionArgs } from "@remix-run/node";
import * as addresses from "~/addresses";
import { allowPasskey } from "~/domain/accounts/passkeys/open-journal.server";
import { PasskeyProofSchema } from "~/domain/accounts/passkeys/passkey";
import { notePasskeyRefused } from "~/domain/accounts/passkeys/passkeys.server";
import { PASSKEY_TEXTS } from "~/domain/accounts/passkeys/texts";
import { answerJson, fail, ok, requireApiMember, requireSameOrigin, wrongMethod } from "~/http/api.server";
import { passkeyAsked, readPasskeyAnswer, requirePasskeyHouse } from "~/http/passkey-challenge.server";
import { redirectWithToast } from "~/http/toast.server";

const saying = ({ title, text }: { title: string; text: string }) => `${title}. ${text}`;

/** Lets a passkey open the sealed journal too. What it has computed is used here, in memory, and kept nowhere. */
export const action = (args: ActionFunctionArgs) =>
  answerJson(async () => {
    const { request } = args;
    requireSameOrigin(request, "POST");
    const member = await requireApiMember(request);
    requirePasskeyHouse();
    const proof = await readPasskeyAnswer(args, PasskeyProofSchema, async (status) => {
      await notePasskeyRefused(member);
      return fail(status, saying(PASSKEY_TEXTS.notAllowed));
    });
    switch (await allowPasskey(member, proof, await passkeyAsked(request, `journal ${member.id}`))) {
      case "refused":
        return fail(400, saying(PASSKEY_TEXTS.notAllowed));
      case "cannot":
        return fail(409, saying(PASSKEY_TEXTS.cannot));
      case "changed":
        return fail(409, saying(PASSKEY_TEXTS.changed));
      case "too_often":
        return fail(429, saying(PASSKEY_TEXTS.tooOften));
      case "allowed": {
        const location = addresses.settingsSecurityPasskeys();
        const { headers } = await redirectWithToast(location, { ...PASSKEY_TEXTS.allowed, tone: "success" });
        const cookies = headers.getSetCookie().map((cookie): [string, string] => ["Set-Cookie", cookie]);
        return ok({ location }, 201, cookies);
      }
    }
  });

/** Only a post. */
export const loader = () => wrongMethod("POST");
