import {
  data,
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useActionData, useLoaderData, type ClientActionFunctionArgs } from "@remix-run/react";
import { submitWithTimeout } from "~/browser/submit-with-timeout";
import { ProviderButton, SignInInstead } from "~/components/accounts/sign-in-methods";
import { useInstance } from "~/components/layout/use-instance";
import { ButtonLink } from "~/components/ui/button";
import { findOpenInvitation } from "~/domain/accounts/invitations/invitations.server";
import { register } from "~/domain/accounts/registration/register.server";
import { RegisterSchema } from "~/domain/accounts/schema";
import { currentInstance } from "~/domain/accounts/support/instance.server";
import { pageMeta } from "~/domain/accounts/support/public-pages";
import { REGISTRATION_REFUSALS } from "~/domain/accounts/texts";
import { PASSWORD_COMMON } from "~/domain/identity/sign-in.server";
import { REGISTRATION_TEXTS, registrationLockedNotice } from "~/domain/identity/texts";
import { recordBrowserConversion } from "~/http/anonymous-visitor.server";
import { clientNetwork, clientSubnet } from "~/http/client-address.server";
import { redirectWithToast, registeredCookie } from "~/http/cookies.server";
import type { FormReply } from "~/http/form/form-options.server";
import { publicAction } from "~/http/form/guarded-actions.server";
import { publicLoader } from "~/http/guards.server";
import { isOidcProviderUp } from "~/http/oidc-flow.server";
import { completeSignIn } from "~/http/sign-in.server";
import { passwordsDisabledNotice, secretMailNotice } from "~/http/unlock.server";
import { t } from "~/i18n/t";
import * as paths from "~/paths";
import { InvitationCodeForm, RegisterForm } from "./form";

/** Replaces the form while registration is closed or by invitation. */
export function RegistrationClosed({
  why,
  isProviderUp,
}: {
  why: keyof typeof REGISTRATION_REFUSALS;
  isProviderUp: boolean | null;
}) {
  const { provider } = useInstance();
  const { title, text } = REGISTRATION_REFUSALS[why];
  return (
    <>
      <h1 className="text-2xl">{title}</h1>
      <p>{text}</p>
      <InvitationCodeForm />
      {provider?.registration === "open" && <ProviderButton isProviderUp={isProviderUp} />}
      <p>
        <ButtonLink to={paths.contact()} reloadDocument>
          {t("Write to us")}
        </ButtonLink>
      </p>
      <SignInInstead />
    </>
  );
}

export const meta: MetaFunction<typeof loader> = ({ data: page }) => {
  const refused = page?.refused && REGISTRATION_REFUSALS[page.refused];
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
    if (member) throw redirect(paths.dashboard());
    const secret = url.searchParams.get("invitation") ?? "";
    const invitation = secret ? await findOpenInvitation(secret) : null;
    const { registration } = currentInstance();
    const refused: keyof typeof REGISTRATION_REFUSALS | null = secret
      ? invitation
        ? null
        : "dead"
      : registration === "open"
        ? null
        : registration;
    return data(
      { refused, invitation: secret, email: invitation?.email ?? "", isProviderUp: await isOidcProviderUp() },
      { status: refused === "dead" ? 410 : 200 },
    );
  });

export const action = (args: ActionFunctionArgs) =>
  publicAction(args, { schema: RegisterSchema, once: true }, async ({ request, value, refuse }) => {
    const disabled = passwordsDisabledNotice();
    if (disabled) return refuse({ status: 403, notice: disabled });
    const result = await register(value, {
      network: clientNetwork(request),
      subnet: clientSubnet(request),
    });
    if (result.ok) {
      await recordBrowserConversion(request, "registration");
      const { owner, email } = result;
      if (owner) {
        const place = { remember: false, isPendingDeletion: false, redirectTo: paths.dashboard() };
        return completeSignIn(request, { user: owner, email, isNew: true, ...place });
      }
      const next = paths.verifyEmail({ email });
      const headers = { "Set-Cookie": await registeredCookie.serialize(String(result.id)) };
      // Without email no toast is needed: the next page explains that an administrator approves the account.
      if (!currentInstance().sendsMail) return redirect(next, { headers });
      const message = secretMailNotice() ?? REGISTRATION_TEXTS.success;
      return redirectWithToast(next, { ...message, tone: "success" }, { headers });
    }
    switch (result.code) {
      case "invite":
      case "closed":
        return refuse({ status: 403, notice: REGISTRATION_REFUSALS[result.code] });
      case "dead":
        return refuse({ status: 410, notice: REGISTRATION_REFUSALS.dead });
      case "locked":
        return refuse({
          status: 429,
          notice: { ...registrationLockedNotice(result.seconds), seconds: result.seconds },
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

/** Shows network failures and timeouts on the page, which keeps the form's input. */
export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  submitWithTimeout(() => serverAction<FormReply>(), REGISTRATION_TEXTS);

/** No revalidation when the server was unreachable. */
export { revalidateUnlessUnreachable as shouldRevalidate } from "~/browser/submit-with-timeout";

export default function RegisterPage() {
  const { refused, ...invited } = useLoaderData<typeof loader>();
  const reply = useActionData<Partial<FormReply>>();
  // Keeps a submitted form even if its invitation has expired or registration was closed since.
  return refused && !reply ? (
    <RegistrationClosed why={refused} isProviderUp={invited.isProviderUp} />
  ) : (
    // The key mounts a new form for another invitation, because a mounted form keeps its first values.
    <RegisterForm key={invited.invitation} reply={reply} {...invited} />
  );
}
