import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData, useRouteLoaderData } from "@remix-run/react";
import { HowItWorks } from "~/components/landing/how-it-works";
import { InstanceWelcome } from "~/components/landing/instance-welcome";
import { BestDay, LandingActions, ReadFirst } from "~/components/landing/landing-actions";
import { SharedWay, type SharedWayShown } from "~/components/ways/shared-way";
import { landingPrices, publicDay } from "~/domain/accounts/onboarding/anonymous-prayer.server";
import { welcomeMessage } from "~/domain/accounts/support/instance.server";
import { pageMeta, TAGLINE } from "~/domain/accounts/support/public-pages";
import type { Rendered } from "~/domain/journal/entries/entry-view";
import { sharedWay } from "~/domain/ways/assigned-passages.server";
import { landingVisit } from "~/http/anonymous-visitor.server";
import { rootData, type RootData } from "~/http/root-data.server";
import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";

type Line = { line: string; indented?: boolean };

/** Sample morning: Psalm 143:8 in the World English Bible, and the four movements. */
const SAMPLE_PROMPT: {
  passage: Line[];
  reference: string;
  questions: { movement: string; question: string }[];
} = {
  passage: [
    { line: t("Cause me to hear your loving kindness in the morning,") },
    { line: t("for I trust in you."), indented: true },
    { line: t("Cause me to know the way in which I should walk,") },
    { line: t("for I lift up my soul to you."), indented: true },
  ],
  reference: t("Psalm 143:8"),
  questions: [
    { movement: t("Lectio"), question: t("What word or phrase holds you?") },
    { movement: t("Meditatio"), question: t("What in your life does this touch?") },
    { movement: t("Oratio"), question: t("What do you want to say to God?") },
    { movement: t("Contemplatio"), question: t("Rest. There is nothing to produce.") },
  ],
};

const LANDING_NOTES = [
  {
    title: t("Two quiet moments a day"),
    text: t(
      "In the morning a short passage and a few questions, after the old practice of Lectio Divina. In the evening a look back at the day, after the Examen. What you kept in the morning is there again at night.",
    ),
  },
  {
    title: t("Yours alone"),
    text: t(
      "What you write is encrypted at rest with a key of your own, and administrators have no page that shows it. No advertising, no trackers, nobody reading over your shoulder.",
    ),
  },
  {
    title: t("Plain pages"),
    text: t(
      "Everything works without JavaScript, on an old phone, over a slow line. Nothing counts your streaks, nothing blinks. Nothing you have typed is lost when something goes wrong.",
    ),
  },
] as const;

/** Landing page, variant A: one sentence, one verse, one button and a sample prompt. */
function BeStill({
  signedIn,
  welcome,
  shared,
}: {
  signedIn: boolean;
  welcome: Rendered | null;
  shared: SharedWayShown | null;
}) {
  return (
    <>
      <section className="pb-16 text-center sm:pb-24">
        <figure className="mx-auto max-w-measure">
          <blockquote className="balance font-serif text-3xl sm:text-4xl">
            <p>“{TAGLINE.text}”</p>
          </blockquote>
          <figcaption className="mt-5 text-sm tracking-caps text-muted">{TAGLINE.reference}</figcaption>
        </figure>
        <div aria-hidden="true" className="mx-auto mt-10 h-0.5 w-16 bg-day" />
        <h1 className="mx-auto mt-10 max-w-[27em] text-lg">
          <Trans>
            A private journal for a few quiet minutes with God: Scripture in the morning, looking back in the
            evening.
          </Trans>
        </h1>
        <LandingActions signedIn={signedIn} />
      </section>
      <InstanceWelcome words={welcome} className="mx-auto mb-16 max-w-measure sm:mb-20" />
      <SharedWay way={shared} signedIn={signedIn} className="mx-auto mb-16 max-w-measure sm:mb-20" />
      <SamplePrompt />
      <BestDay />
      <div className="mt-16 grid gap-10 sm:mt-20 sm:grid-cols-3 sm:gap-8">
        {LANDING_NOTES.map(({ title, text }) => (
          <section key={title}>
            <h2 className="font-semibold">{title}</h2>
            <p className="mt-2 text-sm text-muted">{text}</p>
          </section>
        ))}
      </div>
      <ReadFirst />
    </>
  );
}

function SamplePrompt() {
  const { passage, reference, questions } = SAMPLE_PROMPT;
  return (
    <section
      aria-labelledby="sample"
      className="rounded-lg border border-line bg-raised px-6 py-8 sm:px-12 sm:py-12"
    >
      <h2 id="sample" className="text-sm text-muted">
        {t("A morning, read slowly")}
      </h2>
      <blockquote className="scripture mt-4">
        {passage.map(({ line, indented }) => (
          <p key={line} className={indented ? "verse-line-2" : "verse-line"}>
            {line}
          </p>
        ))}
      </blockquote>
      <p className="mt-3 text-sm text-muted">{reference}</p>
      <ol className="mt-8 grid gap-4 border-t border-line pt-6 sm:grid-cols-2 sm:gap-x-10">
        {questions.map(({ movement, question }) => (
          <li key={movement}>
            <span className="movement text-accent">{movement}</span> <span className="block">{question}</span>
          </li>
        ))}
      </ol>
    </section>
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
