import type { ActionFunctionArgs } from "@remix-run/node";
import { enterByPasskey } from "~/domain/accounts/passkeys/enter-by-passkey.server";
import { PasskeySignInSchema } from "~/domain/accounts/passkeys/passkey";
import { PASSKEY_TEXTS, passkeysLocked } from "~/domain/accounts/passkeys/texts";
import { noteRefusedSignIn } from "~/domain/accounts/provider/enter.server";
import { LOGIN_TEXTS, WITHOUT_MAIL } from "~/domain/identity/texts";
import { thisHouse } from "~/domain/support/house.server";
import { answerJson, fail, ok, wrongMethod } from "~/http/api.server";
import { clientNetworks } from "~/http/client-address.server";
import { passkeyAsked, readPasskeyAnswer, requirePasskeyHouse } from "~/http/passkey-challenge.server";
import { safeRedirect } from "~/http/safe-redirect";
import { completeSignIn, startSecondStep } from "~/http/sign-in.server";

const REFUSED = PASSKEY_TEXTS.refused.text;

/** Signs in with a passkey, which is both steps in one. Answers where to go on. */
export const action = (args: ActionFunctionArgs) =>
  answerJson(async () => {
    const { request } = args;
    const client = clientNetworks(request);
    const { rememberMe, redirectTo, ...proof } = await readPasskeyAnswer(
      args,
      PasskeySignInSchema,
      async (status) => {
        await noteRefusedSignIn("too_large", client, null, "passkey");
        return fail(status, REFUSED);
      },
    );
    requirePasskeyHouse();
    const result = await enterByPasskey(proof, await passkeyAsked(request, "sign-in"), client);
    if (result.ok) {
      const { asks, ...entered } = result;
      const signedIn = {
        ...entered,
        remember: rememberMe,
        redirectTo: safeRedirect(redirectTo),
        through: { way: "passkey" as const },
      };
      return asJson(
        asks === "password" ? await startSecondStep(signedIn, asks) : await completeSignIn(request, signedIn),
      );
    }
    switch (result.code) {
      case "locked":
        return fail(429, passkeysLocked(result.seconds), undefined, {
          "Retry-After": String(result.seconds),
        });
      case "email_unverified":
        return fail(
          403,
          thisHouse().sendsMail ? LOGIN_TEXTS.unverifiedMessage : WITHOUT_MAIL.unverified.text,
        );
      case "refused":
        return fail(401, REFUSED);
    }
  });

/** A redirect for script, which follows none with cookies: where to, and the same cookies. */
function asJson({ headers }: Response): Response {
  const cookies = headers.getSetCookie().map((cookie): [string, string] => ["Set-Cookie", cookie]);
  return ok({ location: headers.get("Location") }, 200, cookies);
}

/** Only a post. */
export const loader = () => wrongMethod("POST");
