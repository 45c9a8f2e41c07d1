import type { ActionFunctionArgs } from "@remix-run/node";
import { newPasskeyOptions } from "~/domain/accounts/passkeys/passkeys.server";
import { NewPasskeyOptionsSchema } from "~/domain/accounts/passkeys/schema";
import { currentInstance } from "~/domain/accounts/support/instance.server";
import { PASSKEY_TEXTS } from "~/domain/accounts/texts";
import {
  jsonError,
  jsonHandler,
  jsonOk,
  methodNotAllowedResponse,
  readJson,
  requireApiMember,
} from "~/http/api.server";
import { passkeyChallenge, requirePasskeysEnabled } from "~/http/passkey-challenge.server";
import { requireReauthentication } from "~/http/unlock.server";
import { t } from "~/i18n/t";

/** Starts adding a passkey, after re-authentication. The challenge is bound to this member and session. */
export const action = (args: ActionFunctionArgs) =>
  jsonHandler(async () => {
    const { request } = args;
    const { currentPassword } = await readJson(args, "POST", NewPasskeyOptionsSchema);
    const member = await requireApiMember(request);
    requirePasskeysEnabled();
    await requireReauthentication(request, member, currentPassword);
    const { headers, ...challenge } = await passkeyChallenge(request, `add ${member.id}`);
    const siteName = currentInstance().name || t("Still and Know");
    const options = await newPasskeyOptions(member, { ...challenge, siteName });
    if (!options) return jsonError(409, `${PASSKEY_TEXTS.tooMany.title}. ${PASSKEY_TEXTS.tooMany.text}`);
    return jsonOk(options, 200, headers);
  });

export const loader = () => methodNotAllowedResponse("POST");
