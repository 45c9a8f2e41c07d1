import type { ActionFunctionArgs } from "@remix-run/node";
import { NewPasskeyOptionsSchema } from "~/domain/accounts/passkeys/passkey";
import { newPasskeyOptions } from "~/domain/accounts/passkeys/passkeys.server";
import { PASSKEY_TEXTS } from "~/domain/accounts/passkeys/texts";
import { thisHouse } from "~/domain/support/house.server";
import { answerJson, fail, ok, readJson, requireApiMember, wrongMethod } from "~/http/api.server";
import { requirePassword } from "~/http/confirm-call.server";
import { passkeyChallenge, requirePasskeyHouse } from "~/http/passkey-challenge.server";
import { t } from "~/i18n/t";

/** After the password: what the browser is asked to make. The challenge is this person's and this session's. */
export const action = (args: ActionFunctionArgs) =>
  answerJson(async () => {
    const { request } = args;
    const { currentPassword } = await readJson(args, "POST", NewPasskeyOptionsSchema);
    const member = await requireApiMember(request);
    requirePasskeyHouse();
    await requirePassword(request, member, currentPassword);
    const { headers, ...asked } = await passkeyChallenge(request, `add ${member.id}`);
    const house = thisHouse().name || t("Still and Know");
    const options = await newPasskeyOptions(member, { ...asked, house });
    if (!options) return fail(409, `${PASSKEY_TEXTS.tooMany.title}. ${PASSKEY_TEXTS.tooMany.text}`);
    return ok(options, 200, headers);
  });

/** Only a post. */
export const loader = () => wrongMethod("POST");
