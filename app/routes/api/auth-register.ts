import type { ActionFunctionArgs } from "@remix-run/node";
import { REGISTRATION_REFUSED } from "~/domain/accounts/invitations/texts";
import { register } from "~/domain/accounts/registration/register.server";
import { RegisterCallSchema } from "~/domain/accounts/schema";
import { PASSWORD_COMMON } from "~/domain/identity/passwords/common-passwords.server";
import { REGISTRATION_TEXTS, registrationLocked } from "~/domain/identity/texts";
import { answerJson, fail, ok, readJson, wrongMethod } from "~/http/api.server";
import { clientNetwork, clientSubnet } from "~/http/client-address.server";
import { noteConversion } from "~/http/experiment.server";
import { refusalOfPasswords } from "~/http/passwords-off.server";
import { refusalOfSecretMail } from "~/http/secret-mail.server";

/** The registration form's JSON door: same rules, same use-case. */
export const action = (args: ActionFunctionArgs) =>
  answerJson(async () => {
    const input = await readJson(args, "POST", RegisterCallSchema);
    const off = refusalOfPasswords();
    if (off) return fail(403, off.text);
    const result = await register(input, {
      network: clientNetwork(args.request),
      subnet: clientSubnet(args.request),
    });
    if (result.ok) {
      await noteConversion(args.request, "registration");
      const { id, username, email, isVerified } = result;
      const { text } = isVerified
        ? REGISTRATION_TEXTS.verified
        : (refusalOfSecretMail() ?? REGISTRATION_TEXTS.success);
      return ok({ id, username, email, message: text }, 201);
    }
    switch (result.code) {
      case "invite":
      case "closed":
        return fail(403, REGISTRATION_REFUSED[result.code].text);
      case "dead":
        return fail(410, REGISTRATION_REFUSED.dead.text);
      case "locked": {
        const { title, text } = registrationLocked(result.seconds);
        return fail(429, `${title}. ${text}`, undefined, { "Retry-After": String(result.seconds) });
      }
      case "password_common":
        return fail(400, PASSWORD_COMMON, { password: [PASSWORD_COMMON] });
      case "username_taken":
        return fail(409, REGISTRATION_TEXTS.usernameTaken, { username: [REGISTRATION_TEXTS.usernameTaken] });
      case "email_taken":
        return fail(409, REGISTRATION_TEXTS.emailTaken, { email: [REGISTRATION_TEXTS.emailTaken] });
    }
  });

/** Only a post. */
export const loader = () => wrongMethod("POST");
