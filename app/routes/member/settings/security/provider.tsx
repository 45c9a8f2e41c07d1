import { PostForm } from "~/components/forms/post-form";
import { SubmitButton } from "~/components/forms/submit-button";
import { useHouse } from "~/components/layout/use-house";
import { PROVIDER_TEXTS } from "~/domain/accounts/provider/texts";
import { t } from "~/i18n/t";

type Props = {
  isConnected: boolean;
  hasPassword: boolean;
  notice: { title: string; text: string } | undefined;
};

/** Whether the house's own sign-in opens this account. */
export function ProviderSummary({ isConnected, hasPassword, notice }: Props) {
  const { provider } = useHouse();
  if (!provider) return null;
  const { name, isOnly } = provider;
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
      {/* Leads to another site: the browser itself must send it. */}
      {(!isConnected || mayDisconnect) && (
        <PostForm reloadDocument notice={notice}>
          {isConnected ? (
            <SubmitButton name="intent" value="unlink" variant="quiet">
              {t("Disconnect {name}", { name })}
            </SubmitButton>
          ) : (
            <SubmitButton name="intent" value="link" variant="quiet">
              {t("Connect {name}", { name })}
            </SubmitButton>
          )}
        </PostForm>
      )}
    </section>
  );
}
