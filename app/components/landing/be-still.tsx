import { SharedWay, type SharedWayShown } from "~/components/ways/shared-way";
import type { Shown } from "~/domain/journal/entries/shown";
import { TAGLINE } from "~/domain/support/tagline";
import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";
import { BestDay } from "./best-day";
import { HouseWelcome } from "./house-welcome";
import { LandingActions, ReadFirst } from "./landing-actions";
import { LANDING_NOTES, SAMPLE_PROMPT } from "./landing-texts";

/** The landing page, variant A: one sentence, one verse, one button, and a prompt to begin with. */
export function BeStill({
  signedIn,
  welcome,
  shared,
}: {
  signedIn: boolean;
  welcome: Shown | null;
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
      <HouseWelcome words={welcome} className="mx-auto mb-16 max-w-measure sm:mb-20" />
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

/** What a morning looks like: a passage in its lines, and one question. */
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
