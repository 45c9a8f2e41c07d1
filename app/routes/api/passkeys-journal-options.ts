import type { ActionFunctionArgs } from "@remix-run/node";
import { passkeyForJournal } from "~/domain/accounts/passkeys/open-journal.server";
import { PasskeyForJournalSchema } from "~/domain/accounts/passkeys/passkey";
import { PASSKEY_TEXTS } from "~/domain/accounts/passkeys/texts";
import { answerJson, fail, ok, readJson, requireApiMember, wrongMethod } from "~/http/api.server";
import { requirePassword } from "~/http/confirm-call.server";
import { passkeyChallenge, requirePasskeyHouse } from "~/http/passkey-challenge.server";

/** After the password: which passkey the browser is to ask, and from what it computes a key for the sealed journal. */
export const action = (args: ActionFunctionArgs) =>
  answerJson(async () => {
    const { request } = args;
    const { passkeyId, currentPassword } = await readJson(args, "POST", PasskeyForJournalSchema);
    const member = await requireApiMember(request);
    requirePasskeyHouse();
    await requirePassword(request, member, currentPassword);
    const { headers, ...asked } = await passkeyChallenge(request, `journal ${member.id}`);
    const options = member.sealed && (await passkeyForJournal(member, passkeyId, asked));
    return options ? ok(options, 200, headers) : fail(409, PASSKEY_TEXTS.changed.text);
  });

/** Only a post. */
export const loader = () => wrongMethod("POST");
