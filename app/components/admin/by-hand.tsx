import { getFormProps, useForm } from "@conform-to/react";
import { CurrentPasswordField } from "~/components/forms/current-password";
import { PostForm } from "~/components/forms/post-form";
import { SubmitButton } from "~/components/forms/submit-button";
import type { FormReply } from "~/http/form/form-options.server";
import { t } from "~/i18n/t";

/** Takes a new member's word for the address, where they wait for it. */
export function LetInForm() {
  return (
    <PostForm>
      <SubmitButton name="intent" value="letin">
        {t("Let in")}
      </SubmitButton>
    </PostForm>
  );
}

/** Makes a link for a new password, which opens the account: the administrator confirms it first. */
export function ResetLinkForm({ reply }: { reply: FormReply | undefined }) {
  const [form, fields] = useForm<{ currentPassword: string }>({
    id: "reset-link",
    lastResult: reply?.lastResult,
  });
  return (
    <PostForm {...getFormProps(form)} noValidate className="grid max-w-md grid-cols-1 gap-5">
      <CurrentPasswordField meta={fields.currentPassword} label={t("Your own password")} />
      <SubmitButton name="intent" value="resetlink" variant="quiet" pendingText={t("One moment…")}>
        {t("Make a link for a new password")}
      </SubmitButton>
    </PostForm>
  );
}
