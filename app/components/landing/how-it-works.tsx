import { SharedWay, type SharedWayShown } from "~/components/ways/shared-way";
import type { LandingPrice } from "~/domain/accounts/onboarding/anonymous-prayer.server";
import { TAGLINE } from "~/domain/accounts/support/public-pages";
import type { Rendered } from "~/domain/journal/entries/entry-view";
import { t } from "~/i18n/t";
import { InstanceWelcome } from "./instance-welcome";
import { BestDay, LandingActions, ReadFirst } from "./landing-actions";

const HOW_IT_WORKS = {
  title: t("How a day with Still and Know goes"),
  intro: t(
    "A private journal for a few quiet minutes with God: Scripture in the morning, looking back in the evening.",
  ),
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
      title: t("Look back at night"),
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
    title: t("Yours alone, and you can check it"),
    points: [
      t(
        "What you write is encrypted at rest with a key of your own, and administrators have no page that shows it.",
      ),
      t(
        "No advertising, no trackers, nobody reading over your shoulder. No page loads anything from elsewhere: your browser can tell you.",
      ),
      t(
        "Everything works without JavaScript, on an old phone, over a slow line. This page carries no script at all.",
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
  shared: SharedWayShown | null;
};

/** Landing page, variant B: the same facts as variant A, told in four steps. */
export function HowItWorks({ signedIn, prices, welcome, shared }: Props) {
  return (
    <>
      <section className="max-w-measure">
        <h1 className="balance text-3xl font-medium tracking-tight sm:text-4xl">{HOW_IT_WORKS.title}</h1>
        <div aria-hidden="true" className="mt-6 h-0.5 w-16 bg-day" />
        <p className="mt-6 text-lg">{HOW_IT_WORKS.intro}</p>
        <LandingActions signedIn={signedIn} />
      </section>
      <InstanceWelcome words={welcome} className="mt-14 max-w-measure" />
      <SharedWay way={shared} signedIn={signedIn} className="mt-14 max-w-measure" />
      <ol className="mt-14 border-t border-line sm:mt-20">
        {HOW_IT_WORKS.steps.map(({ title, text }, index) => (
          <li
            key={title}
            className="grid grid-cols-[2.5rem_1fr] border-b border-line py-6 sm:grid-cols-[4rem_1fr]"
          >
            <span aria-hidden="true" className="font-serif text-2xl leading-tight text-accent">
              {index + 1}
            </span>
            <div>
              <h2 className="font-semibold">{title}</h2>
              <p className="mt-1 max-w-measure text-muted">{text}</p>
            </div>
          </li>
        ))}
      </ol>
      <BestDay />
      <div className="mt-14 grid gap-12 sm:grid-cols-2 sm:gap-10">
        <section>
          <h2 className="text-lg font-semibold">{HOW_IT_WORKS.proof.title}</h2>
          <ul className="mt-3 space-y-3">
            {HOW_IT_WORKS.proof.points.map((point) => (
              <li key={point} className="border-l-2 border-day pl-4 text-muted">
                {point}
              </li>
            ))}
          </ul>
        </section>
        {prices ? <Prices prices={prices} /> : <AllOfIt />}
      </div>
      <figure className="mx-auto mt-16 max-w-measure text-center">
        <blockquote className="balance font-serif text-xl">
          <p>“{TAGLINE.text}”</p>
        </blockquote>
        <figcaption className="mt-2 text-sm tracking-caps text-muted">{TAGLINE.reference}</figcaption>
      </figure>
      <ReadFirst />
    </>
  );
}

/** Takes the place of the prices on an instance without paid plans. */
function AllOfIt() {
  const { title, text, promise } = HOW_IT_WORKS.allOfIt;
  return (
    <section>
      <h2 className="text-lg font-semibold">{title}</h2>
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
      <h2 className="text-lg font-semibold">{title}</h2>
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
