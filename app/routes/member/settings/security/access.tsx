import { getFormProps, useForm } from "@conform-to/react";
import { CurrentPasswordField } from "~/components/forms/current-password";
import { FieldErrors } from "~/components/forms/field";
import { PostForm, replyForIntent, SubmitButton } from "~/components/forms/post-form";
import { useInstance } from "~/components/layout/use-instance";
import { TitledSection } from "~/components/ui/titled-section";
import { OIDC_TEXTS } from "~/domain/accounts/texts";
import { LOCK_MINUTES } from "~/domain/identity/session-policy";
import type { FormReply } from "~/http/form/form-options.server";
import { t, tn } from "~/i18n/t";
import { Trans } from "~/i18n/trans";
import * as paths from "~/paths";

type LockProps = { lockAfter: number | null; errors: string[] | undefined };

export function LockForm({ lockAfter, errors }: LockProps) {
  const errorId = "lock-after-error";
  return (
    <TitledSection id="lock-heading" title={t("Lock this device")}>
      <p className="mb-4">
        {t(
          "When this browser has not been used for a while, your journal shows nothing until you open it again, with your password or the way you usually sign in. What you were writing is kept.",
        )}
      </p>
      <PostForm className="flex flex-wrap items-end gap-4">
        <div>
          <label htmlFor="lock-after" className="mb-1.5 block font-medium">
            {t("Lock after")}
          </label>{" "}
          <select
            id="lock-after"
            name="lockAfter"
            defaultValue={lockAfter ?? ""}
            aria-describedby={errors && errorId}
            className="control"
          >
            <option value="">{t("Never")}</option>
            {LOCK_MINUTES.map((minutes) => (
              <option key={minutes} value={minutes}>
                {tn("{count} minute", "{count} minutes", minutes)}
              </option>
            ))}
          </select>
          <FieldErrors id={errorId} errors={errors} />
        </div>
        <SubmitButton name="intent" value="lock-after" variant="quiet" pendingText={t("Saving…")}>
          {t("Save")}
        </SubmitButton>
      </PostForm>
    </TitledSection>
  );
}

/** Explains the quick exit here, because pressing it leaves at once. */
export function QuickExitSetting({ isOn }: { isOn: boolean }) {
  return (
    <TitledSection id="quick-exit-heading" title={t("Quick exit")}>
      <p className="mb-4">
        <Trans>
          For anyone who may have to hide this page quickly. Pressing “Quick exit” in the menu opens
          wikipedia.org at once and locks your journal. Nothing is lost, and your password opens it again. It
          is always on <a href={paths.safety()}>Need help now?</a>.
        </Trans>
      </p>
      <PostForm>
        <input type="hidden" name="quickExit" value={isOn ? "off" : "on"} />
        <SubmitButton name="intent" value="quick-exit" variant="quiet" pendingText={t("Saving…")}>
          {isOn ? t("Take it out of my menu") : t("Show it in my menu")}
        </SubmitButton>
      </PostForm>
    </TitledSection>
  );
}

type Props = {
  isConnected: boolean;
  hasPassword: boolean;
  notice: { title: string; text: string } | undefined;
  reply: FormReply | undefined;
};

/** Connection of the account to single sign-on. */
export function ProviderSummary({ isConnected, hasPassword, notice, reply }: Props) {
  const { provider } = useInstance();
  if (!provider) return null;
  const { name, isOnly } = provider;
  const ownReply = replyForIntent(reply, "link");
  const mayDisconnect = hasPassword && !isOnly;
  return (
    <TitledSection id="provider-heading" title={name}>
      <p className="mb-4">
        {isConnected
          ? t("You can sign in with {name}.", { name })
          : t("Connect your account, and you can sign in with {name} too.", { name })}{" "}
        {isConnected && !mayDisconnect && (isOnly ? OIDC_TEXTS.onlyWay : OIDC_TEXTS.noPassword).text}
      </p>
      {!isConnected && <ConnectForm name={name} reply={ownReply} />}
      {isConnected && mayDisconnect && (
        <PostForm notice={notice}>
          <SubmitButton name="intent" value="unlink" variant="quiet">
            {t("Disconnect {name}", { name })}
          </SubmitButton>
        </PostForm>
      )}
    </TitledSection>
  );
}

/** Its response redirects to another origin, so the browser, not the router, submits the form. */
function ConnectForm({ name, reply }: { name: string; reply: FormReply | undefined }) {
  const [form, fields] = useForm<{ currentPassword: string }>({
    id: "connect-provider",
    lastResult: reply?.lastResult,
  });
  return (
    <PostForm
      {...getFormProps(form)}
      noValidate
      reloadDocument
      notice={reply?.notice}
      className="grid max-w-md grid-cols-1 gap-5"
    >
      <CurrentPasswordField meta={fields.currentPassword} />
      <SubmitButton name="intent" value="link" variant="quiet">
        {t("Connect {name}", { name })}
      </SubmitButton>
    </PostForm>
  );
}
