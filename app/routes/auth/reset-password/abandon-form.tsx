import { getFormProps, useForm } from "@conform-to/react";
import { Link } from "@remix-run/react";
import * as addresses from "~/addresses";
import { NewPasswordFields } from "~/components/accounts/new-password-fields";
import { FormNotice } from "~/components/forms/form-notice";
import { PostForm } from "~/components/forms/post-form";
import { SubmitButton } from "~/components/forms/submit-button";
import { Banner } from "~/components/ui/banner";
import type { FormReply } from "~/http/form/form-options.server";
import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";

/** Says what is lost, and asks for the password of the new beginning. */
export function AbandonForm({ reply }: { reply: FormReply | undefined }) {
  const [form, fields] = useForm<{ password: string; confirmPassword: string }>({
    id: "abandon",
    lastResult: reply?.lastResult,
  });
  return (
    <>
      <h1 className="text-xl font-medium tracking-tight">{t("Begin again without the codes")}</h1>
      {reply?.notice && <FormNotice title={reply.notice.title} text={reply.notice.text} />}
      <Banner tone="harm" title={t("Everything you have written will be lost")}>
        <p>
          <Trans>
            Entries, drafts, prayers, insights and conversations of your sealed journal are destroyed in seven
            days, for good. Your account stays, with its name, plan and settings, and a journal that is empty
            and not sealed.
          </Trans>
        </p>
        <p className="mt-2">
          <Trans>
            Every device is signed out now. If your old password comes back to you before then: sign in with
            it, and nothing is destroyed. The new password counts from the seventh day on.
          </Trans>
        </p>
      </Banner>
      <PostForm {...getFormProps(form)} noValidate className="grid gap-5">
        <NewPasswordFields fields={fields} />
        <SubmitButton name="intent" value="abandon" variant="danger" pendingText={t("Saving…")}>
          {t("Destroy the old text in seven days")}
        </SubmitButton>
      </PostForm>
      <p>
        <Link to={`${addresses.resetPassword()}?step=choose`}>{t("Back, I have a code")}</Link>
      </p>
    </>
  );
}
