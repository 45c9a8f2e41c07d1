import type { ActionFunctionArgs } from "@remix-run/node";
import { REGISTRATION_REFUSED } from "~/domain/accounts/invitations/invitation";
import { register } from "~/domain/accounts/registration/register.server";
import { RegisterCallSchema } from "~/domain/accounts/schema";
import { PASSWORD_COMMON } from "~/domain/identity/passwords.server";
import { REGISTRATION_TEXTS, registrationLocked } from "~/domain/identity/texts";
import { jsonError, jsonHandler, jsonOk, methodNotAllowedResponse, readJson } from "~/http/api.server";
import { clientNetwork, clientSubnet } from "~/http/client-address.server";
import { recordBrowserConversion } from "~/http/experiment.server";
import { passwordsDisabledNotice } from "~/http/passwords-disabled.server";
import { refusalOfSecretMail } from "~/http/secret-mail.server";

/** The registration form's JSON door: same rules, same use-case. */
export const action = (args: ActionFunctionArgs) =>
  jsonHandler(async () => {
    const input = await readJson(args, "POST", RegisterCallSchema);
    const off = passwordsDisabledNotice();
    if (off) return jsonError(403, off.text);
    const result = await register(input, {
      network: clientNetwork(args.request),
      subnet: clientSubnet(args.request),
    });
    if (result.ok) {
      await recordBrowserConversion(args.request, "registration");
      const { id, username, email, isVerified } = result;
      const { text } = isVerified
        ? REGISTRATION_TEXTS.verified
        : (refusalOfSecretMail() ?? REGISTRATION_TEXTS.success);
      return jsonOk({ id, username, email, message: text }, 201);
    }
    switch (result.code) {
      case "invite":
      case "closed":
        return jsonError(403, REGISTRATION_REFUSED[result.code].text);
      case "dead":
        return jsonError(410, REGISTRATION_REFUSED.dead.text);
      case "locked": {
        const { title, text } = registrationLocked(result.seconds);
        return jsonError(429, `${title}. ${text}`, undefined, { "Retry-After": String(result.seconds) });
      }
      case "password_common":
        return jsonError(400, PASSWORD_COMMON, { password: [PASSWORD_COMMON] });
      case "username_taken":
        return jsonError(409, REGISTRATION_TEXTS.usernameTaken, {
          username: [REGISTRATION_TEXTS.usernameTaken],
        });
      case "email_taken":
        return jsonError(409, REGISTRATION_TEXTS.emailTaken, { email: [REGISTRATION_TEXTS.emailTaken] });
    }
  });

/** Only a post. */
export const loader = () => methodNotAllowedResponse("POST");
