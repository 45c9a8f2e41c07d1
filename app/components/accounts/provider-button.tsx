import { useInstance } from "~/components/layout/use-instance";
import { ButtonLink } from "~/components/ui/button";
import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";
import * as paths from "~/paths";

type Props = {
  /** Whether the provider answers at this moment; null for a house without one. */
  isThere: boolean | null;
  redirectTo?: string;
  /** The secret of an invitation that led here. */
  invitation?: string;
};

/** The way in through the house's own sign-in: a link, which needs no script; where nothing answers behind it, a word instead. */
export function ProviderButton({ isThere, redirectTo, invitation }: Props) {
  const { provider } = useInstance();
  if (!provider || isThere === null) return null;
  const { name, isOnly, registration } = provider;
  const to = paths.provider({
    ...(redirectTo && { redirectTo }),
    ...(invitation && { invitation }),
  });
  if (!isThere)
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
