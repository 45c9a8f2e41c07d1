import type { ActionFunctionArgs } from "@remix-run/node";
import * as addresses from "~/addresses";
import { NewPasskeySchema } from "~/domain/accounts/passkeys/passkey";
import { addPasskey, notePasskeyRefused } from "~/domain/accounts/passkeys/passkeys.server";
import { PASSKEY_TEXTS } from "~/domain/accounts/passkeys/texts";
import { answerJson, fail, ok, requireApiMember, requireSameOrigin, wrongMethod } from "~/http/api.server";
import { passkeyAsked, readPasskeyAnswer, requirePasskeyHouse } from "~/http/passkey-challenge.server";
import { redirectWithToast } from "~/http/toast.server";

const saying = ({ title, text }: { title: string; text: string }) => `${title}. ${text}`;

/** Keeps a passkey that the browser has just made. */
export const action = (args: ActionFunctionArgs) =>
  answerJson(async () => {
    const { request } = args;
    requireSameOrigin(request, "POST");
    const member = await requireApiMember(request);
    requirePasskeyHouse();
    const input = await readPasskeyAnswer(args, NewPasskeySchema, async (status) => {
      await notePasskeyRefused(member);
      return fail(status, saying(PASSKEY_TEXTS.notAdded));
    });
    switch (await addPasskey(member, input, await passkeyAsked(request, `add ${member.id}`))) {
      case "refused":
        return fail(400, saying(PASSKEY_TEXTS.notAdded));
      case "too_many":
        return fail(409, saying(PASSKEY_TEXTS.tooMany));
      case "too_often":
        return fail(429, saying(PASSKEY_TEXTS.tooOften));
      case "added": {
        const location = addresses.settingsSecurityPasskeys();
        const { headers } = await redirectWithToast(location, { ...PASSKEY_TEXTS.added, tone: "success" });
        const cookies = headers.getSetCookie().map((cookie): [string, string] => ["Set-Cookie", cookie]);
        return ok({ location }, 201, cookies);
      }
    }
  });

/** Only a post. */
export const loader = () => wrongMethod("POST");
