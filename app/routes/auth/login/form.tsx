import { getFormProps, useForm } from "@conform-to/react";
import { Link } from "@remix-run/react";
import { useCallback, useEffect, useRef, useState } from "react";
import * as addresses from "~/addresses";
import { showToast } from "~/browser/toasts";
import { useCountdown } from "~/browser/use-countdown";
import { useHydrated } from "~/browser/use-hydrated";
import { useOnline } from "~/browser/use-online";
import { useToastOf } from "~/browser/use-toast-of";
import { ConnectionIndicator } from "~/components/accounts/connection-indicator";
import { PasskeyButton } from "~/components/accounts/passkey-button";
import { ProviderButton } from "~/components/accounts/provider-button";
import { Field } from "~/components/forms/field";
import { FormNotice } from "~/components/forms/form-notice";
import { PostForm } from "~/components/forms/post-form";
import { SubmitButton } from "~/components/forms/submit-button";
import { useHouse } from "~/components/layout/use-house";
import { LOGIN_TEXTS, loginLocked, REMEMBER_HINTS, tryAgainIn } from "~/domain/identity/texts";
import type { FormReply } from "~/http/form/form-options.server";
import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";

type Props = {
  defaults: { email: string; rememberMe: boolean; redirectTo: string; isThere: boolean | null };
  reply: Partial<FormReply> | undefined;
};

/** Sign in. The server decides everything; script adds the countdown and the offline notices. */
export function LoginForm({ defaults, reply }: Props) {
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
  const typed = reply?.lastResult?.initialValue?.rememberMe;
  const [remember, setRemember] = useState(reply ? typed === "on" : defaults.rememberMe);
  const box = useRef<HTMLInputElement>(null);
  // It may have been ticked before script ran.
  useEffect(() => setRemember((known) => box.current?.checked ?? known), []);
  useToastOf(reply);
  const notice = noticeNow(reply, seconds);
  const { registration, provider } = useHouse();
  const through = <ProviderButton isThere={defaults.isThere} redirectTo={defaults.redirectTo} />;
  if (provider?.isOnly)
    return (
      <>
        <h1 className="text-xl font-medium tracking-tight">{t("Sign in to your account")}</h1>
        {notice && <FormNotice {...notice} />}
        {through}
      </>
    );
  return (
    <>
      <h1 className="text-xl font-medium tracking-tight">{t("Sign in to your account")}</h1>
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
          {seconds > 0 ? tryAgainIn(seconds) : t("Sign in")}
        </SubmitButton>
      </PostForm>
      <PasskeyButton redirectTo={defaults.redirectTo} remember={remember} />
      {through}
      <ConnectionIndicator online={online} notice={LOGIN_TEXTS.connectionLost} />
      {registration === "open" && (
        <p>
          <Trans>
            New here? <Link to={addresses.register()}>Create an account</Link>
          </Trans>
        </p>
      )}
      <p>
        <Link to={addresses.resetPassword()}>{t("Forgot your password?")}</Link>
      </p>
    </>
  );
}

/** A lock is shown with the seconds left now; when they are over, it is no longer shown. */
function noticeNow(reply: Partial<FormReply> | undefined, seconds: number) {
  const notice = reply?.notice;
  if (!notice?.seconds) return notice && { title: notice.title, text: notice.text };
  if (seconds === 0) return undefined;
  const { title, text } = loginLocked(seconds);
  return {
    title,
    text: t("{text} {blocked}: {seconds} seconds remaining.", {
      text,
      blocked: LOGIN_TEXTS.blocked,
      seconds,
    }),
  };
}
