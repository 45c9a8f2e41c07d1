import { getFormProps, useForm } from "@conform-to/react";
import { CurrentPasswordField } from "~/components/forms/current-password";
import { PostForm } from "~/components/forms/post-form";
import { SubmitButton } from "~/components/forms/submit-button";
import { useInstance } from "~/components/layout/use-instance";
import { PROVIDER_TEXTS } from "~/domain/accounts/oidc/texts";
import type { FormReply } from "~/http/form/form-options.server";
import { t } from "~/i18n/t";

type Props = {
  isConnected: boolean;
  hasPassword: boolean;
  notice: { title: string; text: string } | undefined;
  reply: FormReply | undefined;
};

/** Whether the house's own sign-in opens this account. */
export function ProviderSummary({ isConnected, hasPassword, notice, reply }: Props) {
  const { provider } = useInstance();
  if (!provider) return null;
  const { name, isOnly } = provider;
  const ownReply = reply?.lastResult.initialValue?.intent === "link" ? reply : undefined;
  const mayDisconnect = hasPassword && !isOnly;
  return (
    <section aria-labelledby="provider-heading">
      <h2 id="provider-heading" className="mb-4 text-xl">
        {name}
      </h2>
      <p className="mb-4">
        {isConnected
          ? t("You can sign in with {name}.", { name })
          : t("Connect your account, and you can sign in with {name} too.", { name })}{" "}
        {isConnected && !mayDisconnect && (isOnly ? PROVIDER_TEXTS.onlyWay : PROVIDER_TEXTS.noPassword).text}
      </p>
      {!isConnected && <ConnectForm name={name} reply={ownReply} />}
      {isConnected && mayDisconnect && (
        <PostForm notice={notice}>
          <SubmitButton name="intent" value="unlink" variant="quiet">
            {t("Disconnect {name}", { name })}
          </SubmitButton>
        </PostForm>
      )}
    </section>
  );
}

/** Leads to another site, so the browser itself must send it. */
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
