import { Link } from "@remix-run/react";
import { useInstance } from "~/components/layout/use-instance";
import { ButtonLink } from "~/components/ui/button";
import BEST_DAY from "~/content/best-day.yaml";
import { TAGLINE } from "~/domain/accounts/support/public-pages";
import { EVENING_LABELS, MORNING_LABELS } from "~/domain/administration/demo/demo-journal";
import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";
import * as paths from "~/paths";

/** Main sentence of the landing page, shown in both variants. */
export const LANDING_LINE = t("A quiet place to meet God, morning and evening");

/** Buttons and links of the landing page, shared by both variants. */
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
      <p className="mt-8 flex flex-wrap gap-3">
        <PrayToday />{" "}
        <ButtonLink to={paths.register()} reloadDocument variant="quiet">
          {t("Create an account")}
        </ButtonLink>
      </p>
      <p className="mt-4 flex flex-wrap gap-x-6 text-sm text-muted">
        <span>
          <Trans>
            Already have an account?{" "}
            <Link to={paths.login()} reloadDocument className="text-ink">
              Sign in
            </Link>
          </Trans>
        </span>{" "}
        <Link to={paths.demoDashboard()} reloadDocument className="text-ink">
          {t("Look around first")}
        </Link>
      </p>
    </>
  );
}

/** The primary action, because it needs no account. */
const PrayToday = () => (
  <ButtonLink to={paths.today()} reloadDocument>
    {t("Pray with today’s passage")}
  </ButtonLink>
);

/** The tagline and the link to the FAQ, below both variants. */
export function LandingClosing() {
  return (
    <>
      <figure className="mx-auto mt-16 max-w-measure text-center">
        <blockquote className="balance font-serif text-xl">
          <p>“{TAGLINE.text}”</p>
        </blockquote>
        <figcaption className="mt-2 text-sm tracking-caps text-muted">{TAGLINE.reference}</figcaption>
      </figure>
      <p className="mt-12 text-center text-sm">
        <Link to={paths.faq()} reloadDocument className="inline-flex min-h-11 items-center">
          {t("Questions people ask first")}
        </Link>
      </p>
    </>
  );
}

/** An invented day of the demonstration. */
export function BestDay() {
  return (
    <section aria-labelledby="best-day" className="mt-16 border-l-2 border-day pl-5 sm:mt-20 sm:pl-8">
      <h2 id="best-day" className="text-sm text-muted">
        {t("A day from a sample journal")}
      </h2>
      <div className="mt-4 grid gap-8 sm:grid-cols-2">
        <Reflection title={t("In the morning")} labels={MORNING_LABELS} texts={BEST_DAY.morning} />
        <Reflection title={t("In the evening")} labels={EVENING_LABELS} texts={BEST_DAY.evening} />
      </div>
      <p className="mt-5 text-sm">
        <Link to={paths.demoDashboard()} reloadDocument className="inline-flex min-h-11 items-center">
          {t("See more of it")}
        </Link>
      </p>
    </section>
  );
}

type ReflectionProps = { title: string; labels: readonly string[]; texts: readonly string[] };

function Reflection({ title, labels, texts }: ReflectionProps) {
  return (
    <div>
      <h3 className="font-medium">{title}</h3>
      <dl className="mt-2 space-y-3">
        {labels.map((label, at) => (
          <div key={label}>
            <dt className="text-sm text-muted">{label}</dt>
            <dd className="font-serif text-lg">{texts[at]}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
