import type { ActionFunctionArgs } from "@remix-run/node";
import { auditRefusedSignIn } from "~/domain/accounts/oidc/oidc-sign-in.server";
import { authenticateByPasskey } from "~/domain/accounts/passkeys/passkey-sign-in.server";
import { PasskeySignInSchema } from "~/domain/accounts/passkeys/schema";
import { currentInstance } from "~/domain/accounts/support/instance.server";
import { PASSKEY_TEXTS, passkeysLocked } from "~/domain/accounts/texts";
import { LOGIN_TEXTS, NO_MAIL_TEXTS } from "~/domain/identity/texts";
import { jsonError, jsonHandler, jsonOk, methodNotAllowedResponse } from "~/http/api.server";
import { clientNetworks } from "~/http/client-address.server";
import { safeRedirect } from "~/http/guards.server";
import {
  passkeyExpectation,
  readPasskeyResponse,
  requirePasskeysEnabled,
} from "~/http/passkey-challenge.server";
import { completeSignIn, startSecondStep } from "~/http/sign-in.server";

const REFUSED = PASSKEY_TEXTS.refused.text;

/** Signs in with a passkey, which counts as both steps. Returns where to continue. */
export const action = (args: ActionFunctionArgs) =>
  jsonHandler(async () => {
    const { request } = args;
    const client = clientNetworks(request);
    const { rememberMe, redirectTo, ...proof } = await readPasskeyResponse(
      args,
      PasskeySignInSchema,
      async (status) => {
        await auditRefusedSignIn("too_large", client, null, "passkey");
        return jsonError(status, REFUSED);
      },
    );
    requirePasskeysEnabled();
    const result = await authenticateByPasskey(proof, await passkeyExpectation(request, "sign-in"), client);
    if (result.ok) {
      const { asks, ...signedInFields } = result;
      const signedIn = {
        ...signedInFields,
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
        return jsonError(429, passkeysLocked(result.seconds), undefined, {
          "Retry-After": String(result.seconds),
        });
      case "email_unverified":
        return jsonError(
          403,
          currentInstance().sendsMail ? LOGIN_TEXTS.unverifiedMessage : NO_MAIL_TEXTS.unverified.text,
        );
      case "refused":
        return jsonError(401, REFUSED);
    }
  });

/** Converts a redirect to JSON, because fetch cannot read the Location header of one. */
function asJson({ headers }: Response): Response {
  const cookies = headers.getSetCookie().map((cookie): [string, string] => ["Set-Cookie", cookie]);
  return jsonOk({ location: headers.get("Location") }, 200, cookies);
}

export const loader = () => methodNotAllowedResponse("POST");
