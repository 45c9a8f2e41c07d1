import * as addresses from "~/addresses";
import { ButtonLink } from "~/components/ui/button";
import { PageHeading } from "~/components/ui/page-heading";
import { Prose } from "~/components/ui/prose";
import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";

/** After a message has been taken. */
export function Sent() {
  return (
    <>
      <PageHeading title={t("Thank you")} />
      <Prose>
        <p role="status">
          <Trans>
            Your message has been sent. You should find a copy in your inbox soon, and the answer will come to
            the same address.
          </Trans>
        </p>
        <p>{t("A person reads it, so it may take a few days.")}</p>
      </Prose>
      <p className="mt-8 flex flex-wrap gap-3">
        <ButtonLink to={addresses.home()} variant="quiet" reloadDocument>
          {t("Go to the home page")}
        </ButtonLink>
        <ButtonLink to={addresses.contact()} variant="quiet" reloadDocument>
          {t("Write another message")}
        </ButtonLink>
      </p>
    </>
  );
}
