import { Link } from "@remix-run/react";
import * as addresses from "~/addresses";
import { PostForm } from "~/components/forms/post-form";
import { SubmitButton } from "~/components/forms/submit-button";
import { Banner } from "~/components/ui/banner";
import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";

/** Tells a member that an administrator made a reset link for their account, until they have read it. */
export function ResetLinkNote({ day }: { day: string }) {
  return (
    <Banner
      tone="harm"
      title={t("A link for a new password was made for your account on {day}", { day })}
      className="mb-8"
    >
      <p className="mb-3">
        <Trans>
          An administrator made it, to hand it over to you. If you asked for it, all is well. If you did not,
          please look at <Link to={addresses.settingsSecurity()}>your security settings</Link>, change your
          password, and ask the administrators about it.
        </Trans>
      </p>
      <PostForm action={addresses.dashboard()}>
        <SubmitButton name="intent" value="resetLinkRead" variant="quiet" pendingText={t("One moment…")}>
          {t("I have read this")}
        </SubmitButton>
      </PostForm>
    </Banner>
  );
}
