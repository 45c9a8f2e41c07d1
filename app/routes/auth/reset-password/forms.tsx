import { getFormProps, useForm } from "@conform-to/react";
import { Link } from "@remix-run/react";
import { NewPasswordFields } from "~/components/accounts/new-password-fields";
import { OtherMethods } from "~/components/accounts/sign-in-methods";
import { Field } from "~/components/forms/field";
import { FormNotice, PostForm, SubmitButton } from "~/components/forms/post-form";
import { useInstance } from "~/components/layout/use-instance";
import { Banner } from "~/components/ui/banner";
import type { OtherSignInMethod } from "~/domain/accounts/manual-approval.server";
import { passwordsDisabledText } from "~/domain/accounts/texts";
import { NO_MAIL_TEXTS, RESET_TEXTS } from "~/domain/identity/texts";
import type { FormReply } from "~/http/form/form-options.server";
import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";
import * as paths from "~/paths";

/** Requests a link. The reply does not reveal whether the account exists. */
export function AskForm({ reply, expired }: { reply: FormReply | undefined; expired: boolean }) {
  const [form, fields] = useForm<{ email: string }>({ id: "ask-reset", lastResult: reply?.lastResult });
  const { sendsMail, provider } = useInstance();
  const disabled = provider?.isOnly ? passwordsDisabledText(provider.name) : undefined;
  const notice = disabled ?? reply?.notice ?? (expired ? RESET_TEXTS.expired : undefined);
  return (
    <>
      <h1 className="text-2xl">{t("Choose a new password")}</h1>
      {notice && <FormNotice title={notice.title} text={notice.text} />}
      {disabled ? null : sendsMail ? (
        <>
          <p>
            <Trans>
              Enter your email address and we will send a link to choose a new password. Your journal is not
              affected.
            </Trans>
          </p>
          <PostForm action={paths.resetPassword()} {...getFormProps(form)} noValidate className="grid gap-5">
            <Field meta={fields.email} label={t("Email")} type="email" autoComplete="email" />
            <SubmitButton pendingText={t("Sending…")}>{t("Send the link")}</SubmitButton>
          </PostForm>
        </>
      ) : (
        <p>{NO_MAIL_TEXTS.reset}</p>
      )}
      <p>
        <Link to={paths.login()}>{t("Sign in")}</Link>
      </p>
    </>
  );
}

export function OtherMethodsPage({ methods }: { methods: OtherSignInMethod[] }) {
  return (
    <>
      <h1 className="text-2xl">{t("What else opens your account")}</h1>
      {methods.length > 0 ? (
        <OtherMethods methods={methods} />
      ) : (
        <p>{t("Nothing but your password opens your account.")}</p>
      )}
      <p>
        <Link to={paths.login()}>{t("Sign in")}</Link>
      </p>
    </>
  );
}

export function ChooseForm({ reply, isSealed }: { reply: FormReply | undefined; isSealed: boolean }) {
  const [form, fields] = useForm<{ password: string; confirmPassword: string; recoveryCode: string }>({
    id: "choose-password",
    lastResult: reply?.lastResult,
  });
  return (
    <>
      <h1 className="text-2xl">{t("Choose a new password")}</h1>
      {reply?.notice && <FormNotice title={reply.notice.title} text={reply.notice.text} />}
      <p>{t("You will be signed out everywhere and can then sign in again.")}</p>
      {isSealed && <SealedNotice />}
      <PostForm {...getFormProps(form)} noValidate className="grid gap-5">
        {isSealed && (
          <Field
            meta={fields.recoveryCode}
            label={t("Recovery code")}
            hint={t("Four groups of five letters and digits.")}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
          />
        )}
        <NewPasswordFields fields={fields} />
        <SubmitButton pendingText={t("Saving…")}>{t("Save the new password")}</SubmitButton>
      </PostForm>
    </>
  );
}

function SealedNotice() {
  return (
    <Banner title={t("Your journal is sealed")}>
      <p>
        <Trans>
          To open it without your old password, enter one of the recovery codes you wrote down when you sealed
          it. Each works once. Without a code nothing is changed here: your password stays as it is, in case
          you remember it.
        </Trans>
      </p>
      <p className="mt-2">
        <Trans>
          If you have neither the password nor a code, nobody can open it, not even us.{" "}
          <Link to={`${paths.resetPassword()}?step=abandon`}>Begin again without the text</Link>.
        </Trans>
      </p>
    </Banner>
  );
}
