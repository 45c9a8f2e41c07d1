import { getFormProps, useForm } from "@conform-to/react";
import { Form } from "@remix-run/react";
import { useCallback, useEffect, useRef, useState, type FormEvent } from "react";
import { useCountdown } from "~/browser/timers";
import { showToast, useRefusalToast } from "~/browser/toasts";
import { useHydrated, useOnline } from "~/browser/use-browser-state";
import {
  PASSWORD_CHECKLIST_ID,
  PasswordChecklist,
  PasswordStrength,
  ShowPasswords,
} from "~/components/accounts/new-password-fields";
import { ProviderButton, SignInInstead } from "~/components/accounts/sign-in-methods";
import { ConnectionIndicator } from "~/components/feedback/offline-notice";
import { CheckboxField, Field } from "~/components/forms/field";
import { FormNotice, PostForm, SubmitButton } from "~/components/forms/post-form";
import { useInstance } from "~/components/layout/use-instance";
import { Button } from "~/components/ui/button";
import { Disclosure } from "~/components/ui/disclosure";
import { REGISTRATION_REFUSALS } from "~/domain/accounts/texts";
import {
  LOGIN_TEXTS,
  registrationLockedNotice,
  REGISTRATION_TEXTS as TEXTS,
  tryAgainLabel,
} from "~/domain/identity/texts";
import type { FormReply } from "~/http/form/form-options.server";
import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";
import * as paths from "~/paths";

const EXAMPLE_CODE = "AB12-CD34-EF56";

/** Opens the registration form with the short code of a printed invitation. */
export function InvitationCodeForm() {
  return (
    <Form method="get" action={paths.register()} className="grid gap-2 border-t border-line pt-5">
      <label htmlFor="invitation-code" className="font-medium">
        {t("Have an invitation code?")}
      </label>
      <div className="flex gap-3">
        <input
          id="invitation-code"
          name="invitation"
          required
          maxLength={40}
          placeholder={EXAMPLE_CODE}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          className="control min-w-0 flex-1"
        />{" "}
        <Button type="submit" variant="quiet">
          {t("Continue")}
        </Button>
      </div>
    </Form>
  );
}

type RegisterFields = {
  invitation: string;
  username: string;
  email: string;
  password: string;
  confirmPassword: string;
  agreeToTerms: boolean;
};

type Props = {
  reply: Partial<FormReply> | undefined;
  /** Secret of the invitation and the email address it was sent to; empty without an invitation. */
  invitation: string;
  email: string;
  /** Whether the OIDC provider is up; null when there is none. */
  isProviderUp: boolean | null;
};

const HAS_CODE = t("I have an invitation code");

/** Without script the checklist is always visible, and the server applies the rules. */
export function RegisterForm({ reply, invitation, email, isProviderUp }: Props) {
  const [form, fields] = useForm<RegisterFields>({
    id: "register",
    lastResult: reply?.lastResult,
    defaultValue: { invitation, email },
  });
  const announce = useCallback((online: boolean) => {
    showToast(
      online ? { title: LOGIN_TEXTS.connectionRestored, tone: "info" } : { ...TEXTS.offline, tone: "error" },
    );
  }, []);
  const online = useOnline(announce);
  const hydrated = useHydrated();
  const seconds = useCountdown(reply?.notice?.seconds ?? 0, reply);
  useRefusalToast(reply);
  const [password, setPassword] = useState("");
  const [passwordFocused, setPasswordFocused] = useState(false);
  const passwordRef = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The field may have been filled or focused before hydration.
    const field = passwordRef.current?.querySelector("input");
    setPassword(field?.value ?? "");
    setPasswordFocused(field === document.activeElement);
  }, []);
  const notice = reply?.notice?.seconds
    ? seconds > 0
      ? registrationLockedNotice(seconds, reply.notice.seconds)
      : undefined
    : reply?.notice;
  const button = !online ? TEXTS.buttonOffline : seconds > 0 ? tryAgainLabel(seconds) : TEXTS.buttonIdle;
  const syncPassword = (event: FormEvent<HTMLDivElement>) => {
    if (event.target instanceof HTMLInputElement) setPassword(event.target.value);
  };
  const { provider } = useInstance();
  const providerButton = <ProviderButton isProviderUp={isProviderUp} invitation={invitation} />;
  if (provider?.isOnly)
    return (
      <>
        <h1 className="text-2xl">{t("Create an account")}</h1>
        {notice && <FormNotice title={notice.title} text={notice.text} />}
        {providerButton}
        {!invitation && (
          <Disclosure title={HAS_CODE} open={false}>
            <InvitationCodeForm />
          </Disclosure>
        )}
      </>
    );
  return (
    <>
      <h1 className="text-2xl">{t("Create an account")}</h1>
      {!online && <FormNotice {...TEXTS.offline} />}
      {notice && <FormNotice title={notice.title} text={notice.text} />}
      {Object.values(REGISTRATION_REFUSALS).some(({ title }) => title === notice?.title) && (
        <p>
          <a href={paths.contact()}>{t("Write to us")}</a>
        </p>
      )}
      <PostForm {...getFormProps(form)} noValidate className="grid gap-5">
        {invitation && <input type="hidden" name="invitation" defaultValue={invitation} />}
        <Field
          meta={fields.username}
          label={t("Username")}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          hint={TEXTS.usernameHint}
        />
        <Field meta={fields.email} label={t("Email")} type="email" autoComplete="email" />
        <div
          ref={passwordRef}
          className="grid gap-2"
          onInput={syncPassword}
          onFocus={() => setPasswordFocused(true)}
          onBlur={() => setPasswordFocused(false)}
        >
          <Field
            meta={fields.password}
            label={t("Password")}
            type="password"
            autoComplete="new-password"
            describedBy={PASSWORD_CHECKLIST_ID}
          />
          <PasswordStrength password={password} />
          {(!hydrated || passwordFocused) && <PasswordChecklist password={password} />}
        </div>
        <Field
          meta={fields.confirmPassword}
          label={t("Confirm password")}
          type="password"
          autoComplete="new-password"
        />
        {hydrated && <ShowPasswords />}
        <CheckboxField
          meta={fields.agreeToTerms}
          label={
            <Trans>
              I agree to the <a href={paths.terms()}>terms</a> and{" "}
              <a href={paths.privacy()}>privacy policy</a>
            </Trans>
          }
        />
        {!invitation && (
          <Disclosure
            title={HAS_CODE}
            open={Boolean(fields.invitation.initialValue)}
            className="-my-2 text-sm"
          >
            <Field
              meta={fields.invitation}
              label={t("Invitation code")}
              hint={t("It looks like {example}.", { example: EXAMPLE_CODE })}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              className="pb-2 pt-1 text-base"
            />
          </Disclosure>
        )}
        <SubmitButton pendingText={TEXTS.buttonBusy} disabled={!online || (hydrated && seconds > 0)}>
          {button}
        </SubmitButton>
      </PostForm>
      {providerButton}
      <ConnectionIndicator online={online} notice={LOGIN_TEXTS.connectionLost} />
      <p className="text-sm text-muted">{TEXTS.note}</p>
      <SignInInstead />
    </>
  );
}
