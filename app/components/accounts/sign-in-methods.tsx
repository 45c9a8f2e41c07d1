import { Link } from "@remix-run/react";
import { PostForm, SubmitButton } from "~/components/forms/post-form";
import { useInstance } from "~/components/layout/use-instance";
import { Banner } from "~/components/ui/banner";
import { ButtonLink } from "~/components/ui/button";
import type { OtherSignInMethod } from "~/domain/accounts/manual-approval.server";
import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";
import * as paths from "~/paths";

type ProviderButtonProps = {
  /** Whether the provider responds; null for an instance without one. */
  isProviderUp: boolean | null;
  redirectTo?: string;
  /** Secret of the invitation link that the visitor followed. */
  invitation?: string;
};

/**
 * Link to single sign-on, which needs no script. While the provider does not respond, a status message takes its
 * place.
 */
export function ProviderButton({ isProviderUp, redirectTo, invitation }: ProviderButtonProps) {
  const { provider } = useInstance();
  if (!provider || isProviderUp === null) return null;
  const { name, isOnly, registration } = provider;
  const to = paths.provider({
    ...(redirectTo && { redirectTo }),
    ...(invitation && { invitation }),
  });
  if (!isProviderUp)
    return (
      <p role="status">
        {t("{name} does not answer just now.", { name })} {!isOnly && t("Your password works as always.")}{" "}
        <a href={to}>{t("Try {name} again", { name })}</a>
      </p>
    );
  return (
    <div className="grid gap-2">
      <ButtonLink to={to} reloadDocument variant={isOnly ? "primary" : "quiet"}>
        {t("Sign in with {name}", { name })}
      </ButtonLink>
      {(registration === "open" || invitation) && (
        <p className="text-sm text-muted">
          <Trans>
            The first time, this makes your account here: with it you agree to the{" "}
            <a href={paths.terms()}>terms</a> and the <a href={paths.privacy()}>privacy policy</a>.
          </Trans>
        </p>
      )}
    </div>
  );
}

/** Other sign-in methods of the account, listed after a password reset, each with a button that removes it. */
export function OtherMethods({ methods }: { methods: OtherSignInMethod[] }) {
  const { provider } = useInstance();
  const name = provider?.name ?? "";
  return (
    <Banner title={t("This opens your account too, beside your new password")}>
      <ul className="mt-2 grid gap-3">
        {methods.map(({ id, passkey }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-3">
            <span dir="auto">{passkey === null ? name : t("The passkey “{name}”", { name: passkey })}</span>
            <PostForm action={paths.resetPassword({ step: "methods" })}>
              <input type="hidden" name="method" value={id} />
              <SubmitButton name="intent" value="removeMethod" variant="quiet" pendingText={t("One moment…")}>
                {passkey === null
                  ? t("Disconnect {name}", { name })
                  : t("Remove the passkey “{name}”", { name: passkey })}
              </SubmitButton>
            </PostForm>
          </li>
        ))}
      </ul>
      <p className="mt-3 text-sm">{t("Please remove what you do not know.")}</p>
    </Banner>
  );
}

export function SignInInstead() {
  return (
    <p>
      <Trans>
        Already have an account? <Link to={paths.login()}>Sign in</Link>
      </Trans>
    </p>
  );
}
