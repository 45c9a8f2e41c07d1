import { Link } from "@remix-run/react";
import { useInstance } from "~/components/layout/use-instance";
import { ButtonLink } from "~/components/ui/button";
import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";
import * as paths from "~/paths";

/** The buttons of the front page, prayer before an account, and the ways beside them; the same in both variants. */
export function LandingActions({ signedIn }: { signedIn: boolean }) {
  const { registration } = useInstance();
  if (signedIn) {
    return (
      <p className="mt-8">
        <ButtonLink to={paths.dashboard()} reloadDocument>
          {t("Go to your dashboard")}
        </ButtonLink>
      </p>
    );
  }
  if (registration !== "open")
    return (
      <p className="mt-8">
        <PrayToday />{" "}
        <ButtonLink to={paths.login()} reloadDocument variant="quiet">
          {t("Sign in")}
        </ButtonLink>
        <Link
          to={paths.demoDashboard()}
          reloadDocument
          className="ml-6 inline-flex min-h-11 items-center text-ink"
        >
          {t("Look around first")}
        </Link>
      </p>
    );
  return (
    <>
      <p className="mt-8 flex flex-wrap gap-3 [.text-center_&]:justify-center">
        <PrayToday />{" "}
        <ButtonLink to={paths.register()} reloadDocument variant="quiet">
          {t("Create an account")}
        </ButtonLink>
      </p>
      <p className="mt-4 text-sm text-muted">
        <Trans>
          Already have an account?{" "}
          <Link to={paths.login()} reloadDocument className="text-ink">
            Sign in
          </Link>{" "}
          ·{" "}
          <Link to={paths.demoDashboard()} reloadDocument className="whitespace-nowrap text-ink">
            Look around first
          </Link>
        </Trans>
      </p>
    </>
  );
}

/** Prayer first: it asks for nothing. */
const PrayToday = () => (
  <ButtonLink to={paths.today()} reloadDocument>
    {t("Pray with today’s passage")}
  </ButtonLink>
);

/** The way on for people who would rather read first. */
export function ReadFirst() {
  return (
    <p className="mt-12 text-center text-sm">
      <Link to={paths.faq()} reloadDocument className="inline-flex min-h-11 items-center">
        {t("What people ask before they begin")}
      </Link>
    </p>
  );
}
