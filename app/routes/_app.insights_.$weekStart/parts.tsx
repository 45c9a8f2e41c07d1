import { getFormProps, useForm } from "@conform-to/react";
import { Form, Link } from "@remix-run/react";
import { FormProtection } from "~/components/forms/form-protection";
import { SubmitButton } from "~/components/forms/submit-button";
import { WritingArea } from "~/components/forms/writing-area";
import { Part } from "~/components/insights/insight-text";
import { Sentence } from "~/components/ui/sentence";
import { reasonInWords } from "~/domain/ai/call-words";
import { FEEDBACK, FEEDBACK_WORDS, type Engine, type Feedback } from "~/domain/insights/insight";
import { countsInWords } from "~/domain/insights/summary";
import type { FormReply } from "~/http/forms.server";
import { weekWords } from "~/words/insights/week";

/** The prayer is a draft: it may be changed, and kept as an entry. */
export function PrayerForm({ prayer, reply }: { prayer: string; reply: FormReply | undefined }) {
  const [form, fields] = useForm<{ prayer: string }>({
    id: "prayer",
    lastResult: reply?.lastResult,
    defaultValue: { prayer },
  });
  return (
    <div className="mt-14">
      <Part title={weekWords.aPrayer}>
        <p className="mb-3 max-w-measure text-muted">{weekWords.aDraftMadeOfYourOwn}</p>
        <Form method="post" {...getFormProps(form)} noValidate className="max-w-measure">
          <FormProtection />
          <WritingArea meta={fields.prayer} label={weekWords.prayer} labelHidden size="medium" />
          <SubmitButton
            name="intent"
            value="keep"
            pendingText={weekWords.keepAsAnEntryBusy}
            className="no-print mt-5"
          >
            {weekWords.keepAsAnEntry}
          </SubmitButton>
        </Form>
      </Part>
    </div>
  );
}

export function FeedbackForm({ feedback }: { feedback: Feedback | "" }) {
  return (
    <section className="no-print mt-14 border-t border-line pt-8" aria-labelledby="feedback">
      <h2 id="feedback" className="mb-1 text-lg font-medium">
        {weekWords.isThisHowItWas}
      </h2>
      <p className="mb-4 max-w-measure text-sm text-muted">
        {feedback
          ? weekWords.youSaid({ feedbackWords: FEEDBACK_WORDS[feedback].toLowerCase() })
          : weekWords.youKnowYourWeek}
      </p>
      <Form method="post" className="flex flex-wrap gap-3">
        <FormProtection />
        <input type="hidden" name="intent" value="feedback" />
        {FEEDBACK.map((value) => (
          <SubmitButton key={value} name="feedback" value={value} variant="quiet">
            {FEEDBACK_WORDS[value]}
          </SubmitButton>
        ))}
      </Form>
    </section>
  );
}

type Made = {
  engine: Engine;
  endpointHost: string;
  aiModel: string;
  fallback: string;
  dropped: number;
  entries: number;
  at: string;
  /** Whether a model may be asked: not at all, after the person agrees, or now. */
  model: "off" | "ask" | "given";
};

/** How this was made, and the ways to have it otherwise (product 2.7, section 9). */
export function HowMade({ engine, endpointHost, aiModel, fallback, dropped, entries, at, model }: Made) {
  return (
    <section className="mt-14 border-t border-line pt-8" aria-labelledby="how">
      <h2 id="how" className="mb-3 text-lg font-medium">
        {weekWords.howThisWasMade}
      </h2>
      <div className="grid max-w-measure gap-3 text-sm text-muted">
        <p>
          {engine === "model"
            ? weekWords.madeByAModel({ at, entries, endpointHost, aiModel })
            : weekWords.madeByRules({ at, entries })}
        </p>
        {engine === "model" && (
          <p>
            {weekWords.everyQuotationWasCompared} {dropped > 0 && weekWords.leftOut({ dropped })}
          </p>
        )}
        {fallback && (
          <p role="note" className="text-ink">
            {weekWords.aLanguageModelWasAsked({ fallback: reasonInWords(fallback) })}
          </p>
        )}
        {model === "ask" && (
          <p>
            <Sentence
              text={weekWords.aLanguageModelCanHelp}
              parts={{ settings: (text) => <Link to="/insights/settings">{text}</Link> }}
            />
          </p>
        )}
        <p className="no-print">
          <Link to="/insights/settings">{weekWords.howInsightsAreMadeForYou}</Link>
        </p>
      </div>
      <Form method="post" className="no-print mt-5 flex flex-wrap gap-3">
        <FormProtection />
        <SubmitButton name="intent" value="generate" variant="quiet" pendingText={weekWords.writing}>
          {fallback ? weekWords.askTheModelAgain : weekWords.makeItAgain}
        </SubmitButton>
        <SubmitButton name="intent" value="delete" variant="danger">
          {weekWords.deleteThisInsight}
        </SubmitButton>
      </Form>
    </section>
  );
}

type NothingProps = {
  status: "new" | "ready" | "too_few" | "deleted";
  content: { mornings: number; evenings: number; others: number } | null;
};

/** A week of which there is nothing to be said, and why. */
export function NothingMade({ status, content }: NothingProps) {
  return (
    <>
      <div className="max-w-measure">
        {status === "too_few" && content && (
          <>
            <p className="text-lg">{weekWords.tooFewEntriesToSayAnything}</p>
            <p className="mt-2 text-muted">
              {weekWords.threeEntriesAreEnough({ content: countsInWords(content) })}
            </p>
          </>
        )}
        {status === "deleted" && <p>{weekWords.youDeletedTheInsight}</p>}
        {status === "new" && <p>{weekWords.noInsightHasBeenMade}</p>}
        {status === "ready" && <p>{weekWords.thisInsightCannotBeOpened}</p>}
      </div>
      <Form method="post" className="mt-6">
        <FormProtection />
        <SubmitButton
          name="intent"
          value="generate"
          variant={status === "new" || status === "ready" ? "primary" : "quiet"}
          pendingText={weekWords.writing}
        >
          {status === "too_few" ? weekWords.lookAgain : weekWords.makeItNow}
        </SubmitButton>
      </Form>
    </>
  );
}
