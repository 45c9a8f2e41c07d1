import { getFormProps, useForm } from "@conform-to/react";
import type { ReactNode } from "react";
import { CurrentPasswordField } from "~/components/forms/current-password";
import { PostForm, SubmitButton } from "~/components/forms/post-form";
import { ButtonLink } from "~/components/ui/button";
import type { FormReply } from "~/http/form/form-options.server";
import { t } from "~/i18n/t";

/** Id of the form, for fields that a page adds to it. */
export const CONFIRM_FORM = "confirm";

/** Confirmation on a page instead of in a dialog, with the password for harmful actions. */
export function ConfirmForm({
  id = CONFIRM_FORM,
  intent = "confirm",
  reply,
  button,
  back,
  danger = false,
  withPassword,
  download = false,
  children,
}: {
  /** Distinguishes two confirmation forms on one page. */
  id?: string;
  intent?: string;
  reply: FormReply | undefined;
  button: string;
  back: string;
  danger?: boolean;
  withPassword: boolean;
  /** The response redirects to a file, so the browser has to submit the form itself. */
  download?: boolean;
  children?: ReactNode;
}) {
  const [form, fields] = useForm<{ currentPassword: string }>({
    id,
    lastResult: reply?.lastResult,
  });
  return (
    <PostForm
      {...getFormProps(form)}
      noValidate
      reloadDocument={download}
      className="mt-8 grid max-w-md grid-cols-1 gap-5"
      notice={reply?.notice}
    >
      {children}
      {withPassword && <CurrentPasswordField meta={fields.currentPassword} label={t("Your own password")} />}
      <div className="flex flex-wrap gap-3">
        <SubmitButton
          name="intent"
          value={intent}
          variant={danger ? "danger" : "primary"}
          pendingText={download ? undefined : t("One moment…")}
        >
          {button}
        </SubmitButton>{" "}
        <ButtonLink to={back} variant="quiet">
          {t("Go back")}
        </ButtonLink>
      </div>
    </PostForm>
  );
}
