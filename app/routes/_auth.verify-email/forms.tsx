import { getFormProps, useForm } from "@conform-to/react";
import { Form, Link } from "@remix-run/react";
import { Field } from "~/components/forms/field";
import { FormNotice } from "~/components/forms/form-notice";
import { FormProtection } from "~/components/forms/form-protection";
import { SubmitButton } from "~/components/forms/submit-button";
import { REGISTRATION_TEXTS, RESET_TEXTS } from "~/words/accounts/messages";
import type { FormReply } from "~/http/forms.server";
import { verifyEmailWords } from "~/words/auth/verify-email";

/** After a link was opened: one button. */
export function ConfirmForm() {
  return (
    <>
      <h1 className="text-xl font-medium tracking-tight">{verifyEmailWords.verifyYourEmail}</h1>
      <p>{verifyEmailWords.pressTheButton}</p>
      <Form method="post">
        <FormProtection />
        <SubmitButton name="intent" value="verify">
          {verifyEmailWords.verifyMyEmail}
        </SubmitButton>
      </Form>
    </>
  );
}

/** While the mail is on its way; the same page for every address. */
export function WaitForm({
  email,
  reply,
  expired,
}: {
  email: string;
  reply: FormReply | undefined;
  expired: boolean;
}) {
  const notice = reply?.notice ?? (expired ? RESET_TEXTS.expired : undefined);
  const [form, fields] = useForm<{ email: string }>({
    id: "resend",
    lastResult: reply?.lastResult,
    defaultValue: { email },
  });
  return (
    <>
      <h1 className="text-xl font-medium tracking-tight">{verifyEmailWords.pleaseVerifyYourEmail}</h1>
      {notice && <FormNotice title={notice.title} text={notice.text} />}
      <p>{REGISTRATION_TEXTS.success.text}</p>
      <p className="text-muted">{verifyEmailWords.nothingThereAfterAFewMinutes}</p>
      <Form method="post" {...getFormProps(form)} noValidate className="grid gap-5">
        <FormProtection />
        <Field meta={fields.email} label={verifyEmailWords.email} type="email" autoComplete="email" />
        <SubmitButton name="intent" value="resend" variant="quiet">
          {verifyEmailWords.sendANewLink}
        </SubmitButton>
      </Form>
      <p>
        <Link to="/auth/login">{verifyEmailWords.signIn}</Link>
      </p>
    </>
  );
}
