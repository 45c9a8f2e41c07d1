import * as addresses from "~/addresses";
import { ProviderButton } from "~/components/accounts/provider-button";
import { SignInInstead } from "~/components/accounts/sign-in-instead";
import { useHouse } from "~/components/layout/use-house";
import { ButtonLink } from "~/components/ui/button";
import { REGISTRATION_REFUSED } from "~/domain/accounts/invitations/texts";
import { t } from "~/i18n/t";

/** In place of the form where no one, or no one without an invitation, can register. */
export function NotOpen({
  why,
  isThere,
}: {
  why: keyof typeof REGISTRATION_REFUSED;
  isThere: boolean | null;
}) {
  const { provider } = useHouse();
  const { title, text } = REGISTRATION_REFUSED[why];
  return (
    <>
      <h1 className="text-xl font-medium tracking-tight">{title}</h1>
      <p>{text}</p>
      {provider?.registration === "open" && <ProviderButton isThere={isThere} />}
      <p>
        <ButtonLink to={addresses.contact()} reloadDocument>
          {t("Write to us")}
        </ButtonLink>
      </p>
      <SignInInstead />
    </>
  );
}
