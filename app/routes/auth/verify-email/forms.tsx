import { getFormProps, useForm } from "@conform-to/react";
import { Link } from "@remix-run/react";
import * as addresses from "~/addresses";
import { Field } from "~/components/forms/field";
import { FormNotice } from "~/components/forms/form-notice";
import { PostForm } from "~/components/forms/post-form";
import { SubmitButton } from "~/components/forms/submit-button";
import { NO_SECRET_MAIL, REGISTRATION_TEXTS, RESET_TEXTS, WITHOUT_MAIL } from "~/domain/identity/texts";
import type { FormReply } from "~/http/form/form-options.server";
import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";

/** After a link was opened: one button. */
export function VerifyForm() {
  return (
    <>
      <h1 className="text-xl font-medium tracking-tight">{t("Verify your email")}</h1>
      <p>{t("Press the button to verify your address.")}</p>
      <PostForm>
        <SubmitButton name="intent" value="verify">
          {t("Verify my email")}
        </SubmitButton>
      </PostForm>
    </>
  );
}

/** Where no mail is on its way: who opens the door. */
export function LetInNote() {
  return (
    <>
      <h1 className="text-xl font-medium tracking-tight">{WITHOUT_MAIL.registered.title}</h1>
      <p>{WITHOUT_MAIL.registered.text}</p>
      <p className="text-muted">{t("With an invitation on paper you do not have to wait.")}</p>
      <p>
        <Link to={addresses.login()}>{t("Sign in")}</Link>
      </p>
    </>
  );
}

/** While the mail is on its way; the same page for every address. */
export function WaitForm({
  email,
  reply,
  step,
}: {
  email: string;
  reply: FormReply | undefined;
  step: "wait" | "no_mail" | "confirm" | "expired";
}) {
  const notice = reply?.notice ?? (step === "expired" ? RESET_TEXTS.expired : undefined);
  const [form, fields] = useForm<{ email: string }>({
    id: "resend",
    lastResult: reply?.lastResult,
    defaultValue: { email },
  });
  return (
    <>
      <h1 className="text-xl font-medium tracking-tight">{t("Please verify your email")}</h1>
      {notice && <FormNotice title={notice.title} text={notice.text} />}
      <p>{step === "no_mail" ? NO_SECRET_MAIL.text : REGISTRATION_TEXTS.success.text}</p>
      <p className="text-muted">
        <Trans>Nothing there after a few minutes? Look in your spam folder, or ask for a new link.</Trans>
      </p>
      <PostForm {...getFormProps(form)} noValidate className="grid gap-5">
        <Field meta={fields.email} label={t("Email")} type="email" autoComplete="email" />
        <SubmitButton name="intent" value="resend" variant="quiet">
          {t("Send a new link")}
        </SubmitButton>
      </PostForm>
      <p>
        <Link to={addresses.login()}>{t("Sign in")}</Link>
      </p>
    </>
  );
}
