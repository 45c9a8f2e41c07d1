import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData, useRouteLoaderData } from "@remix-run/react";
import { HowItWorks, LandingPicture } from "~/components/landing/how-it-works";
import { InstanceWelcome, SharedWay, type SharedWaySummary } from "~/components/landing/instance-welcome";
import { BestDay, LANDING_LINE, LandingActions, LandingClosing } from "~/components/landing/landing-actions";
import { landingPrices, publicDay } from "~/domain/accounts/onboarding/anonymous-prayer.server";
import { welcomeMessage } from "~/domain/accounts/support/instance.server";
import { pageMeta } from "~/domain/accounts/support/public-pages";
import type { Rendered } from "~/domain/journal/entries/entry";
import { sharedWay } from "~/domain/ways/assigned-passages.server";
import { landingVisit } from "~/http/anonymous-visitor.server";
import { rootData, type RootData } from "~/http/root-data.server";
import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";

const LANDING_NOTES = [
  {
    title: t("Two quiet moments a day"),
    text: t(
      "In the morning a short passage and a few questions, after the old practice of Lectio Divina. In the evening a look back at the day, after the Examen. What you kept in the morning is there again at night.",
    ),
  },
  {
    title: t("Private, and you can check"),
    text: t(
      "What you write is encrypted at rest with a key of your own, and administrators have no page that shows it. No advertising, no trackers, nobody reading over your shoulder.",
    ),
  },
  {
    title: t("Plain pages"),
    text: t(
      "Everything works without JavaScript, on an old phone, on a slow connection. Nothing counts your streaks, nothing blinks. Nothing you have typed is lost when something goes wrong.",
    ),
  },
] as const;

/** Landing page, variant A: a day as someone prays it. */
function BeStill({
  signedIn,
  welcome,
  shared,
}: {
  signedIn: boolean;
  welcome: Rendered | null;
  shared: SharedWaySummary | null;
}) {
  return (
    <>
      <section className="mb-12 grid items-center gap-12 sm:grid-cols-[1fr_15rem]">
        <div>
          <h1 className="text-3xl sm:text-4xl">{LANDING_LINE}</h1>
          <div aria-hidden="true" className="mt-8 h-0.5 w-16 bg-day" />
          <p className="mt-8 max-w-measure text-lg">
            <Trans>
              Read a verse, write a line or two, and come back in the evening to see where God was in your
              day.
            </Trans>
          </p>
          <LandingActions signedIn={signedIn} />
        </div>
        <LandingPicture />
      </section>
      <InstanceWelcome words={welcome} className="mb-16 max-w-measure sm:mb-20" />
      <SharedWay way={shared} signedIn={signedIn} className="mb-16 max-w-measure sm:mb-20" />
      <BestDay />
      <div className="mt-16 grid gap-10 sm:mt-20 sm:grid-cols-3 sm:gap-8">
        {LANDING_NOTES.map(({ title, text }) => (
          <section key={title}>
            <h2 className="font-semibold">{title}</h2>
            <p className="mt-2 text-sm text-muted">{text}</p>
          </section>
        ))}
      </div>
      <LandingClosing />
    </>
  );
}

export const meta: MetaFunction = () =>
  pageMeta(
    t("Still and Know: a private journal of prayer, morning and evening"),
    t(
      "A private Christian journal for a few quiet minutes a day: a passage in the morning, a look back in the evening. Encrypted at rest, without advertising, and it works without JavaScript.",
    ),
  );

/** The variant comes from the browser's cookie; nothing else varies by visit. */
export async function loader({ request }: LoaderFunctionArgs) {
  // Without a database every visitor is anonymous, and this page still loads.
  const { viewer } = await rootData(request);
  const { variant, headers } = await landingVisit(request, viewer !== null);
  return data(
    {
      variant,
      prices: variant === "B" ? landingPrices() : null,
      welcome: welcomeMessage(),
      shared: sharedWay(publicDay()),
    },
    { headers },
  );
}

export default function Landing() {
  const { variant, prices, welcome, shared } = useLoaderData<typeof loader>();
  const signedIn = Boolean(useRouteLoaderData<RootData>("root")?.viewer);
  return variant === "B" ? (
    <HowItWorks signedIn={signedIn} prices={prices} welcome={welcome} shared={shared} />
  ) : (
    <BeStill signedIn={signedIn} welcome={welcome} shared={shared} />
  );
}
