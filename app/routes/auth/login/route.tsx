import { getFormProps, useForm } from "@conform-to/react";
import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { Link, useActionData, useLoaderData, type ClientActionFunctionArgs } from "@remix-run/react";
import { useCallback, useEffect, useRef, useState } from "react";
import { submitWithTimeout } from "~/browser/submit-with-timeout";
import { useCountdown } from "~/browser/timers";
import { showToast, useRefusalToast } from "~/browser/toasts";
import { useHydrated, useOnline } from "~/browser/use-browser-state";
import { PasskeyButton } from "~/components/accounts/passkey-button";
import { OtherMethods, ProviderButton } from "~/components/accounts/sign-in-methods";
import { ConnectionIndicator } from "~/components/feedback/offline-notice";
import { Field } from "~/components/forms/field";
import { FormNotice, PostForm, SubmitButton } from "~/components/forms/post-form";
import { useInstance } from "~/components/layout/use-instance";
import { journalResetTexts } from "~/domain/accounts/deletion/deletion";
import { listOtherSignInMethods } from "~/domain/accounts/manual-approval.server";
import { LoginSchema } from "~/domain/accounts/schema";
import { currentInstance } from "~/domain/accounts/support/instance.server";
import { pageMeta } from "~/domain/accounts/support/public-pages";
import { formatDate, utcDay } from "~/domain/calendar/local-day";
import {
  LOGIN_TEXTS,
  loginLockedNotice,
  NO_MAIL_TEXTS,
  REMEMBER_HINTS,
  tryAgainLabel,
} from "~/domain/identity/texts";
import {
  lastLoginEmailCookie,
  readCookie,
  readLinkSecret,
  rememberSessionCookie,
} from "~/http/cookies.server";
import type { FormReply } from "~/http/form/form-options.server";
import { publicAction } from "~/http/form/guarded-actions.server";
import { publicLoader, safeRedirect } from "~/http/guards.server";
import { isOidcProviderUp } from "~/http/oidc-flow.server";
import { authenticate, completeSignIn, startSecondStep } from "~/http/sign-in.server";
import { passwordsDisabledNotice } from "~/http/unlock.server";
import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";
import * as paths from "~/paths";

type FormProps = {
  defaults: { email: string; rememberMe: boolean; redirectTo: string; isProviderUp: boolean | null };
  reply: Partial<FormReply> | undefined;
};

/** Works without script, which adds only the countdown and the offline notices. */
export function LoginForm({ defaults, reply }: FormProps) {
  const [form, fields] = useForm<{ email: string; password: string }>({
    id: "login",
    lastResult: reply?.lastResult,
    defaultValue: { email: defaults.email },
  });
  const announce = useCallback((online: boolean) => {
    showToast(
      online
        ? { title: LOGIN_TEXTS.connectionRestored, tone: "info" }
        : { ...LOGIN_TEXTS.offline, tone: "error" },
    );
  }, []);
  const online = useOnline(announce);
  const seconds = useCountdown(reply?.notice?.seconds ?? 0, reply);
  const hydrated = useHydrated();
  const submitted = reply?.lastResult?.initialValue?.rememberMe;
  const [remember, setRemember] = useState(reply ? submitted === "on" : defaults.rememberMe);
  const box = useRef<HTMLInputElement>(null);
  // The checkbox may have been ticked before hydration.
  useEffect(() => setRemember((known) => box.current?.checked ?? known), []);
  useRefusalToast(reply);
  const notice = currentNotice(reply, seconds);
  const { registration, provider } = useInstance();
  const providerButton = (
    <ProviderButton isProviderUp={defaults.isProviderUp} redirectTo={defaults.redirectTo} />
  );
  if (provider?.isOnly)
    return (
      <>
        <h1 className="text-2xl">{t("Sign in to your account")}</h1>
        {notice && <FormNotice {...notice} />}
        {providerButton}
      </>
    );
  return (
    <>
      <h1 className="text-2xl">{t("Sign in to your account")}</h1>
      {!online && <FormNotice {...LOGIN_TEXTS.offline} />}
      {notice && <FormNotice {...notice} />}
      <PostForm {...getFormProps(form)} noValidate className="grid gap-5">
        <input type="hidden" name="redirectTo" value={defaults.redirectTo} />
        <Field meta={fields.email} label={t("Email")} type="email" autoComplete="email webauthn" />
        <Field meta={fields.password} label={t("Password")} type="password" autoComplete="current-password" />
        <div>
          <label className="flex min-h-11 items-center gap-3">
            <input
              ref={box}
              type="checkbox"
              name="rememberMe"
              defaultChecked={remember}
              onChange={(event) => setRemember(event.currentTarget.checked)}
              aria-describedby="remember-hint"
            />
            {t("Remember me")}
          </label>
          <p id="remember-hint" className="pl-9 text-sm text-muted">
            {remember ? REMEMBER_HINTS.on : REMEMBER_HINTS.off}
          </p>
        </div>
        <SubmitButton pendingText={t("Signing in…")} disabled={!online || (hydrated && seconds > 0)}>
          {seconds > 0 ? tryAgainLabel(seconds) : t("Sign in")}
        </SubmitButton>
      </PostForm>
      <PasskeyButton redirectTo={defaults.redirectTo} remember={remember} />
      {providerButton}
      <ConnectionIndicator online={online} notice={LOGIN_TEXTS.connectionLost} />
      {registration === "open" && (
        <p>
          <Trans>
            New here? <Link to={paths.register()}>Create an account</Link>
          </Trans>
        </p>
      )}
      <p>
        <Link to={paths.resetPassword()}>{t("Forgot your password?")}</Link>
      </p>
    </>
  );
}

/** A lockout shows the remaining seconds, and disappears at zero. */
function currentNotice(reply: Partial<FormReply> | undefined, seconds: number) {
  const notice = reply?.notice;
  if (!notice?.seconds) return notice && { title: notice.title, text: notice.text };
  if (seconds === 0) return undefined;
  const { title, text } = loginLockedNotice(seconds);
  return {
    title,
    text: t("{text} {blocked}: {seconds} seconds remaining.", {
      text,
      blocked: LOGIN_TEXTS.blocked,
      seconds,
    }),
  };
}

export const meta: MetaFunction = () =>
  pageMeta(t("Sign in"), t("Sign in to your private journal of prayer, morning and evening."));

export const loader = (args: LoaderFunctionArgs) =>
  publicLoader(args, async ({ request, url, member }) => {
    const redirectTo = safeRedirect(url.searchParams.get("redirectTo"));
    if (member) throw redirect(redirectTo);
    const [email, remember] = await Promise.all([
      readCookie(lastLoginEmailCookie, request),
      readCookie(rememberSessionCookie, request),
    ]);
    const secret = await readLinkSecret("methods", request);
    return {
      otherMethods: (secret && (await listOtherSignInMethods(secret))) || [],
      email: email ?? "",
      rememberMe: remember === "yes",
      redirectTo,
      isProviderUp: await isOidcProviderUp(),
    };
  });

export const action = (args: ActionFunctionArgs) =>
  publicAction(args, { schema: LoginSchema, once: true }, async ({ request, value, refuse }) => {
    const disabled = passwordsDisabledNotice();
    if (disabled) return refuse({ status: 403, notice: disabled });
    const result = await authenticate(request, { email: value.email, password: value.password });
    if (result.ok) {
      const { user, needsCode, isPendingDeletion, isKept } = result;
      const redirectTo = safeRedirect(value.redirectTo);
      const signedIn = {
        user,
        email: value.email,
        remember: value.rememberMe,
        redirectTo,
        isPendingDeletion,
        isKept,
      };
      return needsCode ? startSecondStep(signedIn) : completeSignIn(request, signedIn);
    }
    switch (result.code) {
      case "locked":
        return refuse({
          status: 429,
          notice: { ...loginLockedNotice(result.seconds), seconds: result.seconds },
          headers: { "Retry-After": String(result.seconds) },
        });
      case "not_yet":
        return refuse({ status: 403, notice: journalResetTexts(formatDate(utcDay(result.from))).notYet });
      case "email_unverified":
        return refuse({
          status: 403,
          notice: currentInstance().sendsMail ? LOGIN_TEXTS.unverified : NO_MAIL_TEXTS.unverified,
        });
      case "wrong":
        return refuse({ status: 401, notice: LOGIN_TEXTS.failed });
    }
  });

/** Shows network failures and timeouts on the page, which keeps the form's input. */
export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  submitWithTimeout(() => serverAction<FormReply>(), LOGIN_TEXTS);

/** No revalidation when the server was unreachable. */
export { revalidateUnlessUnreachable as shouldRevalidate } from "~/browser/submit-with-timeout";

export default function LoginPage() {
  const { otherMethods, ...defaults } = useLoaderData<typeof loader>();
  const reply = useActionData<Partial<FormReply>>();
  return (
    <>
      {otherMethods.length > 0 && <OtherMethods methods={otherMethods} />}
      <LoginForm defaults={defaults} reply={reply} />
    </>
  );
}
