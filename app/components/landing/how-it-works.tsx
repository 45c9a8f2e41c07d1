import { SharedWay, type SharedWayShown } from "~/components/ways/shared-way";
import type { Shown } from "~/domain/journal/entries/shown";
import type { LandingPrice } from "~/domain/onboarding/landing-prices.server";
import { TAGLINE } from "~/domain/support/tagline";
import { BestDay } from "./best-day";
import { HouseWelcome } from "./house-welcome";
import { HOW_IT_WORKS as TEXTS } from "./how-it-works-texts";
import { LandingActions, ReadFirst } from "./landing-actions";

type Props = {
  signedIn: boolean;
  prices: LandingPrice[] | null;
  welcome: Shown | null;
  shared: SharedWayShown | null;
};

/** The landing page, variant B: how it works in four steps, why it is private, what it costs. */
export function HowItWorks({ signedIn, prices, welcome, shared }: Props) {
  return (
    <>
      <section className="max-w-measure">
        <h1 className="balance text-3xl font-medium tracking-tight sm:text-4xl">{TEXTS.title}</h1>
        <div aria-hidden="true" className="mt-6 h-0.5 w-16 bg-day" />
        <p className="mt-6 text-lg">{TEXTS.intro}</p>
        <LandingActions signedIn={signedIn} />
      </section>
      <HouseWelcome words={welcome} className="mt-14 max-w-measure" />
      <SharedWay way={shared} signedIn={signedIn} className="mt-14 max-w-measure" />
      <ol className="mt-14 border-t border-line sm:mt-20">
        {TEXTS.steps.map(({ title, text }, index) => (
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
          <h2 className="text-lg font-semibold">{TEXTS.proof.title}</h2>
          <ul className="mt-3 space-y-3">
            {TEXTS.proof.points.map((point) => (
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

/** Where everyone has everything. */
function AllOfIt() {
  const { title, text, promise } = TEXTS.allOfIt;
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

/** Prices come from the operator; where none are set, none are shown. */
function Prices({ prices }: { prices: LandingPrice[] }) {
  const { title, free, paid, unpriced, promise } = TEXTS.price;
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
