import { getFormProps, useForm } from "@conform-to/react";
import type { ReactNode } from "react";
import { CurrentPasswordField } from "~/components/forms/current-password";
import { PostForm } from "~/components/forms/post-form";
import { SubmitButton } from "~/components/forms/submit-button";
import { ButtonLink } from "~/components/ui/button";
import type { FormReply } from "~/http/form/form-options.server";
import { t } from "~/i18n/t";

/** The name of the form, for fields that a page puts into it. */
export const CONFIRM_FORM = "confirm";

/** The last step before something is done: a page instead of a dialog, with the password where it could do harm. */
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
  /** Tells two confirmation forms of one page apart. */
  id?: string;
  intent?: string;
  reply: FormReply | undefined;
  button: string;
  back: string;
  danger?: boolean;
  withPassword: boolean;
  /** The answer is a file: the browser itself must send the form. */
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
