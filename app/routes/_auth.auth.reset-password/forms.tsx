import { getFormProps, useForm } from "@conform-to/react";
import { Link } from "@remix-run/react";
import { PasswordChecklist } from "~/components/accounts/password-guide";
import { Field } from "~/components/forms/field";
import { FormNotice } from "~/components/forms/form-notice";
import { PostForm } from "~/components/forms/post-form";
import { SubmitButton } from "~/components/forms/submit-button";
import { RESET_TEXTS } from "~/domain/accounts/texts";
import type { FormReply } from "~/http/forms.server";
import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";

/** Asks for a link; the answer is the same whether there is an account or not. */
export function AskForm({ reply, expired }: { reply: FormReply | undefined; expired: boolean }) {
  const [form, fields] = useForm<{ email: string }>({ id: "ask-reset", lastResult: reply?.lastResult });
  const notice = reply?.notice ?? (expired ? RESET_TEXTS.expired : undefined);
  return (
    <>
      <h1 className="text-xl font-medium tracking-tight">{t("Choose a new password")}</h1>
      {notice && <FormNotice title={notice.title} text={notice.text} />}
      <p>
        <Trans>
          Enter your email address and we will send a link to choose a new password. Your journal is not
          affected.
        </Trans>
      </p>
      <PostForm action="/auth/reset-password" {...getFormProps(form)} noValidate className="grid gap-5">
        <Field meta={fields.email} label={t("Email")} type="email" autoComplete="email" />
        <SubmitButton pendingText={t("Sending…")}>{t("Send the link")}</SubmitButton>
      </PostForm>
      <p>
        <Link to="/auth/login">{t("Sign in")}</Link>
      </p>
    </>
  );
}

/** The new password, once a link was opened. */
export function ChooseForm({ reply }: { reply: FormReply | undefined }) {
  const [form, fields] = useForm<{ password: string; confirmPassword: string }>({
    id: "choose-password",
    lastResult: reply?.lastResult,
  });
  return (
    <>
      <h1 className="text-xl font-medium tracking-tight">{t("Choose a new password")}</h1>
      {reply?.notice && <FormNotice title={reply.notice.title} text={reply.notice.text} />}
      <p>{t("You will be signed out everywhere and can then sign in again.")}</p>
      <PostForm {...getFormProps(form)} noValidate className="grid gap-5">
        <Field
          meta={fields.password}
          label={t("New password")}
          type="password"
          autoComplete="new-password"
          describedBy="password-checklist"
        />
        <PasswordChecklist id="password-checklist" password="" />
        <Field
          meta={fields.confirmPassword}
          label={t("Confirm password")}
          type="password"
          autoComplete="new-password"
        />
        <SubmitButton pendingText={t("Saving…")}>{t("Save the new password")}</SubmitButton>
      </PostForm>
    </>
  );
}
