import type { ActionFunctionArgs } from "@remix-run/node";
import { register } from "~/domain/accounts/registration/register.server";
import { RegisterCallSchema } from "~/domain/accounts/schema";
import { REGISTRATION_REFUSALS } from "~/domain/accounts/texts";
import { PASSWORD_COMMON } from "~/domain/identity/sign-in.server";
import { REGISTRATION_TEXTS, registrationLockedNotice } from "~/domain/identity/texts";
import { recordBrowserConversion } from "~/http/anonymous-visitor.server";
import { jsonError, jsonHandler, jsonOk, methodNotAllowedResponse, readJson } from "~/http/api.server";
import { clientNetwork, clientSubnet } from "~/http/client-address.server";
import { passwordsDisabledNotice, secretMailNotice } from "~/http/unlock.server";

/** The registration form as JSON: same schema, same use case. */
export const action = (args: ActionFunctionArgs) =>
  jsonHandler(async () => {
    const input = await readJson(args, "POST", RegisterCallSchema);
    const disabled = passwordsDisabledNotice();
    if (disabled) return jsonError(403, disabled.text);
    const result = await register(input, {
      network: clientNetwork(args.request),
      subnet: clientSubnet(args.request),
    });
    if (result.ok) {
      await recordBrowserConversion(args.request, "registration");
      const { id, username, email, owner } = result;
      const { text } = owner
        ? REGISTRATION_TEXTS.verified
        : (secretMailNotice() ?? REGISTRATION_TEXTS.success);
      return jsonOk({ id, username, email, message: text }, 201);
    }
    switch (result.code) {
      case "invite":
      case "closed":
        return jsonError(403, REGISTRATION_REFUSALS[result.code].text);
      case "dead":
        return jsonError(410, REGISTRATION_REFUSALS.dead.text);
      case "locked": {
        const { title, text } = registrationLockedNotice(result.seconds);
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

export const loader = () => methodNotAllowedResponse("POST");
