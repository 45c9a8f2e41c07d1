import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData, useRouteLoaderData } from "@remix-run/react";
import { BeStill } from "~/components/landing/be-still";
import { HowItWorks } from "~/components/landing/how-it-works";
import { landingPrices } from "~/domain/onboarding/landing-prices.server";
import { dayOfEveryone } from "~/domain/onboarding/prayer-of-today.server";
import { pageMeta } from "~/domain/support/page-meta";
import { welcomeWords } from "~/domain/support/welcome.server";
import { sharedWay } from "~/domain/ways/shared-way.server";
import { landingVisit } from "~/http/experiment.server";
import { rootData, type RootData } from "~/http/root-data.server";
import { t } from "~/i18n/t";

export const meta: MetaFunction = () =>
  pageMeta(
    t("Still and Know: a private journal of prayer, morning and evening"),
    t(
      "A private Christian journal for a few quiet minutes a day: a passage in the morning, a look back in the evening. Encrypted at rest, without advertising, and it works without JavaScript.",
    ),
  );

/** Two variants; which one is the browser's cookie, and nothing else varies by visit. */
export async function loader({ request }: LoaderFunctionArgs) {
  // With the database away everyone is a stranger here, and the front door stays open.
  const { viewer } = await rootData(request);
  const { variant, headers } = await landingVisit(request, viewer !== null);
  return data(
    {
      variant,
      prices: variant === "B" ? landingPrices() : null,
      welcome: welcomeWords(),
      shared: sharedWay(dayOfEveryone()),
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
