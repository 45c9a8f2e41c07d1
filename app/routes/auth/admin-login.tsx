import { getFormProps, useForm } from "@conform-to/react";
import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useCountdown } from "~/browser/timers";
import { useRefusalToast } from "~/browser/toasts";
import { useHydrated } from "~/browser/use-browser-state";
import { PasskeyButton } from "~/components/accounts/passkey-button";
import { ProviderButton } from "~/components/accounts/sign-in-methods";
import { Field } from "~/components/forms/field";
import { FormNotice, PostForm, SubmitButton } from "~/components/forms/post-form";
import { LoginSchema } from "~/domain/accounts/schema";
import { LOGIN_TEXTS, loginLockedNotice, tryAgainLabel } from "~/domain/identity/texts";
import { publicAction } from "~/http/form/guarded-actions.server";
import { publicLoader } from "~/http/guards.server";
import { isOidcProviderUp } from "~/http/oidc-flow.server";
import { isAdministrationOpen } from "~/http/session.server";
import { authenticate, completeSignIn, startSecondStep } from "~/http/sign-in.server";
import { t } from "~/i18n/t";
import * as paths from "~/paths";

export const meta: MetaFunction = () => [{ title: t("Administrators · Still and Know") }];

export const loader = (args: LoaderFunctionArgs) =>
  publicLoader(args, async ({ member, request }) => {
    if (member?.isAdmin && (await isAdministrationOpen(request, false)))
      throw redirect(paths.adminSettings());
    return { isProviderUp: await isOidcProviderUp() };
  });

/** Other members get the same reply as after a wrong password. */
export const action = (args: ActionFunctionArgs) =>
  publicAction(args, { schema: LoginSchema, once: true }, async ({ request, value, refuse }) => {
    const result = await authenticate(request, value, "admin-login");
    if (result.ok) {
      const signedIn = {
        user: result.user,
        email: value.email,
        remember: false,
        redirectTo: paths.adminSettings(),
        isPendingDeletion: false,
        isKept: result.isKept,
      };
      return result.needsCode ? startSecondStep(signedIn) : completeSignIn(request, signedIn);
    }
    switch (result.code) {
      case "locked": {
        const { seconds } = result;
        const headers = { "Retry-After": String(seconds) };
        return refuse({ status: 429, notice: { ...loginLockedNotice(seconds), seconds }, headers });
      }
      case "not_yet":
      case "email_unverified":
        return refuse({ status: 403, notice: LOGIN_TEXTS.unverified });
      case "wrong":
        return refuse({
          status: 401,
          notice: { title: LOGIN_TEXTS.failed.title, text: LOGIN_TEXTS.adminFallback },
        });
    }
  });

export default function AdminLoginPage() {
  const { isProviderUp } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const [form, fields] = useForm<{ email: string; password: string }>({
    id: "admin-login",
    lastResult: reply?.lastResult,
  });
  const seconds = useCountdown(reply?.notice?.seconds ?? 0, reply);
  const hydrated = useHydrated();
  useRefusalToast(reply);
  const hasEnded = reply?.notice?.seconds !== undefined && seconds === 0;
  return (
    <>
      <h1 className="text-2xl">{t("Administrators")}</h1>
      {reply?.notice && !hasEnded && <FormNotice title={reply.notice.title} text={reply.notice.text} />}
      <PostForm {...getFormProps(form)} noValidate className="grid gap-5">
        <Field meta={fields.email} label={t("Email")} type="email" autoComplete="email webauthn" />
        <Field meta={fields.password} label={t("Password")} type="password" autoComplete="current-password" />
        <SubmitButton pendingText={t("Signing in…")} disabled={hydrated && seconds > 0}>
          {seconds > 0 ? tryAgainLabel(seconds) : t("Sign in")}
        </SubmitButton>
      </PostForm>
      <PasskeyButton redirectTo={paths.adminSettings()} />
      <ProviderButton isProviderUp={isProviderUp} redirectTo={paths.adminSettings()} />
    </>
  );
}
