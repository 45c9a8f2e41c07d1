import { useRouteLoaderData } from "@remix-run/react";
import clsx from "clsx";
import type { LandingPrice } from "~/domain/accounts/onboarding/anonymous-prayer.server";
import type { Rendered } from "~/domain/journal/entries/entry";
import type { RootData } from "~/http/root-data.server";
import { t } from "~/i18n/t";
import { InstanceWelcome, SharedWay, type SharedWaySummary } from "./instance-welcome";
import { LANDING_LINE, LandingActions, LandingClosing } from "./landing-actions";
import dark from "./morning-dark.webp";
import light from "./morning-light.webp";

const HOW_IT_WORKS = {
  title: t("A prayer journal that nobody else reads"),
  steps: [
    {
      title: t("Open it in the morning"),
      text: t(
        "A short passage is there, chosen by the season of the Church’s year, and a few questions that leave room.",
      ),
    },
    {
      title: t("Write what you notice"),
      text: t(
        "A line is enough. Or go slowly through the four movements of Lectio Divina, with a time of silence at the end.",
      ),
    },
    {
      title: t("Look back in the evening"),
      text: t(
        "The evening follows the Examen: what was grace, what was heavy, what you ask for tomorrow. What you kept in the morning is there again.",
      ),
    },
    {
      title: t("Find it again"),
      text: t(
        "Your days stay together: by month, by tag, by a word you remember, and on this day a year ago. Nothing counts your streaks.",
      ),
    },
  ],
  proof: {
    title: t("Private, and you can check"),
    points: [
      t(
        "What you write is encrypted at rest with a key of your own, and administrators have no page that shows it.",
      ),
      t(
        "No advertising, no trackers, nobody reading over your shoulder. No page loads anything from elsewhere: your browser can tell you.",
      ),
      t(
        "Everything works without JavaScript, on an old phone, on a slow connection. This page carries no script at all.",
      ),
      t("Nothing you have typed is lost when something goes wrong."),
    ],
  },
  allOfIt: {
    title: t("All of it is yours"),
    text: t(
      "Everyone here has everything: the daily habit, Lectio Divina and the Examen, the whole library of questions and every coach. There is nothing to buy.",
    ),
    promise: t("Privacy, safety and taking your words with you belong to everyone."),
  },
  price: {
    title: t("What it costs"),
    free: t(
      "The Free Plan costs nothing: unlimited writing, history and encryption, for as long as you like.",
    ),
    paid: t("Two further plans offer more guidance:"),
    unpriced: t("The Growth Plan and the Formation Plan offer more guidance."),
    promise: t("Privacy, safety and taking your words with you are part of every plan."),
  },
} as const;

type Props = {
  signedIn: boolean;
  prices: LandingPrice[] | null;
  welcome: Rendered | null;
  shared: SharedWaySummary | null;
};

/** Landing page, variant B: how it works, and why it can be trusted. */
export function HowItWorks({ signedIn, prices, welcome, shared }: Props) {
  return (
    <>
      <section className="max-w-measure">
        <h1 className="text-3xl sm:text-4xl">{HOW_IT_WORKS.title}</h1>
        <div aria-hidden="true" className="mt-8 h-0.5 w-16 bg-day" />
        <p className="mt-8 text-lg">{LANDING_LINE}</p>
        <LandingActions signedIn={signedIn} />
      </section>
      <InstanceWelcome words={welcome} className="mt-14 max-w-measure" />
      <SharedWay way={shared} signedIn={signedIn} className="mt-14 max-w-measure" />
      <div className="mt-16 grid gap-12 sm:grid-cols-2 sm:gap-10">
        <section>
          <h2 className="text-xl">{HOW_IT_WORKS.proof.title}</h2>
          <ul className="mt-3 space-y-3">
            {HOW_IT_WORKS.proof.points.map((point) => (
              <li key={point} className="border-l-2 border-day pl-4 text-muted">
                {point}
              </li>
            ))}
          </ul>
        </section>
        {prices ? <Prices prices={prices} /> : <AllIncluded />}
      </div>
      <div className="mt-16 grid gap-12 sm:mt-20 sm:grid-cols-[1fr_15rem]">
        <ol className="border-t border-line">
          {HOW_IT_WORKS.steps.map(({ title, text }, index) => (
            <li key={title} className="grid grid-cols-[2.5rem_1fr] border-b border-line py-5">
              <span aria-hidden="true" className="font-serif text-2xl leading-tight text-accent">
                {index + 1}
              </span>
              <div>
                <h2 className="text-lg">{title}</h2>
                <p className="mt-1 max-w-measure text-muted">{text}</p>
              </div>
            </li>
          ))}
        </ol>
        <LandingPicture className="self-center" />
      </div>
      <LandingClosing />
    </>
  );
}

/** Takes the place of the prices on an instance without paid plans. */
function AllIncluded() {
  const { title, text, promise } = HOW_IT_WORKS.allOfIt;
  return (
    <section>
      <h2 className="text-xl">{title}</h2>
      <div className="mt-3 space-y-3 text-muted">
        <p>{text}</p>
        <p>{promise}</p>
      </div>
    </section>
  );
}

/** The operator sets the prices; without them none are shown. */
function Prices({ prices }: { prices: LandingPrice[] }) {
  const { title, free, paid, unpriced, promise } = HOW_IT_WORKS.price;
  return (
    <section>
      <h2 className="text-xl">{title}</h2>
      <div className="mt-3 space-y-3 text-muted">
        <p>{free}</p>
        <p>{prices.length > 0 ? paid : unpriced}</p>
        {prices.length > 0 && (
          <dl className="space-y-1 text-ink">
            {prices.map(({ label, price }) => (
              <div key={label} className="flex flex-wrap justify-between gap-x-4 border-b border-line py-2">
                <dt>{label}</dt>
                <dd className="font-medium">{price}</dd>
              </div>
            ))}
          </dl>
        )}
        <p>{promise}</p>
      </div>
    </section>
  );
}

/** Screenshot of a morning page, below 40 KB in either theme. Left out where the browser asks to save data. */
export function LandingPicture({ className }: { className?: string }) {
  if (useRouteLoaderData<RootData>("root")?.savesData) return null;
  return (
    <picture className={clsx("block", className)}>
      <source srcSet={dark} media="(prefers-color-scheme: dark)" type="image/webp" />
      <img
        src={light}
        width={390}
        height={640}
        loading="lazy"
        alt={t(
          "A morning page on a phone: the verse of the day, and below it three short questions to write on.",
        )}
        className="mx-auto h-auto w-full max-w-72 rounded-lg border border-line"
      />
    </picture>
  );
}
