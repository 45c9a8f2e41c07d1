import {
  data,
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useActionData, useLoaderData, type ClientActionFunctionArgs } from "@remix-run/react";
import * as addresses from "~/addresses";
import { sendOrExplain } from "~/browser/send-or-explain";
import { openInvitation } from "~/domain/accounts/invitations/invitations.server";
import { REGISTRATION_REFUSED } from "~/domain/accounts/invitations/texts";
import { register } from "~/domain/accounts/registration/register.server";
import { RegisterSchema } from "~/domain/accounts/schema";
import { PASSWORD_COMMON } from "~/domain/identity/passwords/common-passwords.server";
import { REGISTRATION_TEXTS, registrationLocked, WITHOUT_MAIL } from "~/domain/identity/texts";
import { thisHouse } from "~/domain/support/house.server";
import { pageMeta } from "~/domain/support/page-meta";
import { clientNetwork, clientSubnet } from "~/http/client-address.server";
import { registeredCookie } from "~/http/cookies.server";
import { noteConversion } from "~/http/experiment.server";
import type { FormReply } from "~/http/form/form-options.server";
import { publicAction } from "~/http/form/guarded-actions.server";
import { publicLoader } from "~/http/loaders.server";
import { refusalOfPasswords } from "~/http/passwords-off.server";
import { isProviderThere } from "~/http/provider-trip.server";
import { refusalOfSecretMail } from "~/http/secret-mail.server";
import { redirectWithToast } from "~/http/toast.server";
import { t } from "~/i18n/t";
import { RegisterForm } from "./form";
import { NotOpen } from "./not-open";

export const meta: MetaFunction<typeof loader> = ({ data: page }) => {
  const refused = page?.refused && REGISTRATION_REFUSED[page.refused];
  return refused
    ? pageMeta(refused.title, refused.text)
    : pageMeta(
        t("Create an account"),
        t(
          "Create a free account for a private Christian journal: encrypted at rest, without advertising, and it works without JavaScript.",
        ),
      );
};

export const loader = (args: LoaderFunctionArgs) =>
  publicLoader(args, async ({ member, url }) => {
    if (member) throw redirect(addresses.dashboard());
    const secret = url.searchParams.get("invitation") ?? "";
    const invitation = secret ? await openInvitation(secret) : null;
    const { registration } = thisHouse();
    const refused: keyof typeof REGISTRATION_REFUSED | null = secret
      ? invitation
        ? null
        : "dead"
      : registration === "open"
        ? null
        : registration;
    return data(
      { refused, invitation: secret, email: invitation?.email ?? "", isThere: await isProviderThere() },
      { status: refused === "dead" ? 410 : 200 },
    );
  });

export const action = (args: ActionFunctionArgs) =>
  publicAction(args, { schema: RegisterSchema, once: true }, async ({ request, value, refuse }) => {
    const off = refusalOfPasswords();
    if (off) return refuse({ status: 403, notice: off });
    const result = await register(value, {
      network: clientNetwork(request),
      subnet: clientSubnet(request),
    });
    if (result.ok) {
      await noteConversion(request, "registration");
      if (result.isVerified)
        return redirectWithToast(addresses.login(), { ...REGISTRATION_TEXTS.verified, tone: "success" });
      const said = thisHouse().sendsMail
        ? (refusalOfSecretMail() ?? REGISTRATION_TEXTS.success)
        : WITHOUT_MAIL.registered;
      return redirectWithToast(
        addresses.verifyEmail({ email: result.email }),
        { ...said, tone: "success" },
        { headers: { "Set-Cookie": await registeredCookie.serialize(String(result.id)) } },
      );
    }
    switch (result.code) {
      case "invite":
      case "closed":
        return refuse({ status: 403, notice: REGISTRATION_REFUSED[result.code] });
      case "dead":
        return refuse({ status: 410, notice: REGISTRATION_REFUSED.dead });
      case "locked":
        return refuse({
          status: 429,
          notice: { ...registrationLocked(result.seconds), seconds: result.seconds },
          headers: { "Retry-After": String(result.seconds) },
        });
      case "password_common":
        return refuse({ status: 400, fields: { password: [PASSWORD_COMMON] } });
      case "username_taken":
        return refuse({
          status: 409,
          fields: { username: [REGISTRATION_TEXTS.usernameTaken] },
          notice: { title: REGISTRATION_TEXTS.exists, text: REGISTRATION_TEXTS.usernameTaken },
        });
      case "email_taken":
        return refuse({
          status: 409,
          fields: { email: [REGISTRATION_TEXTS.emailTaken] },
          notice: { title: REGISTRATION_TEXTS.exists, text: REGISTRATION_TEXTS.emailTaken },
        });
    }
  });

/** With script: a network that fails or a server that takes too long is explained in place. */
export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  sendOrExplain(() => serverAction<FormReply>(), REGISTRATION_TEXTS);

/** A server that was not reached has nothing new to tell. */
export { unlessUnreached as shouldRevalidate } from "~/browser/send-or-explain";

export default function RegisterPage() {
  const { refused, ...invited } = useLoaderData<typeof loader>();
  const reply = useActionData<Partial<FormReply>>();
  // What was typed into a form stays, also when its invitation has ended or the house has closed in the meantime.
  return refused && !reply ? (
    <NotOpen why={refused} isThere={invited.isThere} />
  ) : (
    <RegisterForm reply={reply} {...invited} />
  );
}
