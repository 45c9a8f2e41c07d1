import type { ActionFunctionArgs } from "@remix-run/node";
import { journalPasskeyOptions } from "~/domain/accounts/passkeys/passkey-sign-in.server";
import { JournalPasskeySchema } from "~/domain/accounts/passkeys/schema";
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

/** Starts granting a passkey access to the sealed journal, after re-authentication. */
export const action = (args: ActionFunctionArgs) =>
  jsonHandler(async () => {
    const { request } = args;
    const { passkeyId, currentPassword } = await readJson(args, "POST", JournalPasskeySchema);
    const member = await requireApiMember(request);
    requirePasskeysEnabled();
    await requireReauthentication(request, member, currentPassword);
    const { headers, ...challenge } = await passkeyChallenge(request, `journal ${member.id}`);
    const options = member.sealed && (await journalPasskeyOptions(member, passkeyId, challenge));
    return options ? jsonOk(options, 200, headers) : jsonError(409, PASSKEY_TEXTS.changed.text);
  });

export const loader = () => methodNotAllowedResponse("POST");
