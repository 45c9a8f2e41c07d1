import { getFormProps, useForm } from "@conform-to/react";
import { Link } from "@remix-run/react";
import { PostForm, SubmitButton } from "~/components/forms/post-form";
import { WritingArea } from "~/components/forms/writing-area";
import { Disclosure } from "~/components/ui/disclosure";
import { describeReason } from "~/domain/ai/consent";
import { FEEDBACK, FEEDBACK_LABELS, type Engine, type Feedback } from "~/domain/insights/insight";
import type { FormReply } from "~/http/form/form-options.server";
import { t, tn } from "~/i18n/t";
import { Trans } from "~/i18n/trans";
import * as paths from "~/paths";

/** The prayer as an editable draft that can be saved as an entry. */
export function WeekPrayerForm({ prayer, reply }: { prayer: string; reply: FormReply | undefined }) {
  const [form, fields] = useForm<{ prayer: string }>({
    id: "prayer",
    lastResult: reply?.lastResult,
    defaultValue: { prayer },
  });
  return (
    <Disclosure title={t("A prayer from your lines")} open={fields.prayer.errors !== undefined}>
      <p className="mb-3 mt-2 max-w-measure text-muted">
        {t("A draft, made from your own lines. Change it until it is yours, or leave it.")}
      </p>
      <PostForm {...getFormProps(form)} noValidate className="max-w-measure">
        <WritingArea meta={fields.prayer} label={t("Prayer")} labelHidden size="medium" />
        <SubmitButton name="intent" value="keep" pendingText={t("Keeping…")} className="no-print mt-5">
          {t("Keep as an entry")}
        </SubmitButton>
      </PostForm>
    </Disclosure>
  );
}

export function FeedbackForm({ feedback }: { feedback: Feedback | "" }) {
  return (
    <section className="no-print mt-8 border-t border-line pt-5" aria-labelledby="feedback">
      <h2 id="feedback" className="text-lg font-medium">
        {t("Does this ring true?")}
      </h2>
      <p className="max-w-measure text-sm text-muted">
        {feedback
          ? t("You said: {feedbackWords}.", { feedbackWords: FEEDBACK_LABELS[feedback].toLowerCase() })
          : t("You know your week; this page only collects. Only your answer is counted.")}
      </p>
      <PostForm className="flex flex-wrap gap-x-6">
        <input type="hidden" name="intent" value="feedback" />
        {FEEDBACK.map((value) => (
          <SubmitButton key={value} name="feedback" value={value} variant="plain">
            {FEEDBACK_LABELS[value]}
          </SubmitButton>
        ))}
      </PostForm>
    </section>
  );
}

type Made = {
  engine: Engine;
  endpointHost: string;
  aiModel: string;
  fallback: string;
  dropped: number;
  at: string;
  /** Consent state of the model. */
  model: "off" | "ask" | "given";
};

/** Provenance of an insight, with the forms to make it again or to delete it. */
export function InsightProvenance({ engine, endpointHost, aiModel, fallback, dropped, at, model }: Made) {
  return (
    <Disclosure
      title={t("How this was made")}
      open={fallback !== "" || model === "ask"}
      className="mt-5 border-t border-line pt-2"
    >
      <div className="mt-2 grid max-w-measure gap-3 text-sm text-muted">
        <p>
          {engine === "model"
            ? t(
                "On {at}, from the entries of your week. They were sent to {endpointHost} ({aiModel}), which suggested the threads, the question, the passage and the prayer. Kept words and gifts come from this server.",
                { at, endpointHost, aiModel },
              )
            : t(
                "On {at}, from the entries of your week, by simple rules on this server: counting, sorting, and your own words. Nothing was sent anywhere.",
                { at },
              )}
        </p>
        {engine === "model" && (
          <p>
            <Trans>
              Every quotation was compared with your entries, letter for letter, and the reference with our
              Bible.
            </Trans>{" "}
            {dropped > 0 &&
              tn(
                "One thing was left out because it could not be shown to be true, or is not for software to say.",
                "{count} things were left out because they could not be shown to be true, or are not for software to say.",
                dropped,
              )}
          </p>
        )}
        {fallback && (
          <p role="note" className="text-ink">
            {t(
              "A language model was asked and did not write this, because {fallback}. The rules wrote it instead.",
              { fallback: describeReason(fallback) },
            )}
          </p>
        )}
        {model === "ask" && (
          <p>
            <Trans>
              A language model can help with the threads, if you agree.{" "}
              <Link to={paths.insightChoices()}>See what would be sent</Link>
            </Trans>
          </p>
        )}
        <p className="no-print">
          <Link to={paths.insightChoices()}>{t("How insights are made for you")}</Link>
        </p>
      </div>
      <PostForm className="no-print mt-5 flex flex-wrap gap-3">
        <SubmitButton name="intent" value="generate" variant="quiet" pendingText={t("Writing…")}>
          {fallback ? t("Ask the model again") : t("Make it again")}
        </SubmitButton>
        <SubmitButton name="intent" value="delete" variant="danger">
          {t("Delete this insight")}
        </SubmitButton>
      </PostForm>
    </Disclosure>
  );
}

type NothingProps = {
  status: "new" | "ready" | "too_few" | "deleted";
};

/** The reason why a week has no insight. */
export function MissingInsight({ status }: NothingProps) {
  return (
    <>
      <div className="max-w-measure">
        {status === "too_few" && (
          <>
            <p className="text-lg">{t("Too few entries to say anything honest.")}</p>
            <p className="mt-2 text-muted">{t("Three entries are enough for a look back.")}</p>
          </>
        )}
        {status === "deleted" && (
          <p>{t("You deleted the insight for this week. Your entries are where they were.")}</p>
        )}
        {status === "new" && <p>{t("There is no insight for this week yet.")}</p>}
        {status === "ready" && (
          <p>{t("This insight cannot be opened. It can be made again from your entries.")}</p>
        )}
      </div>
      <PostForm className="mt-6">
        <SubmitButton
          name="intent"
          value="generate"
          variant={status === "new" || status === "ready" ? "primary" : "quiet"}
          pendingText={t("Writing…")}
        >
          {status === "too_few" ? t("Look again") : t("Make it now")}
        </SubmitButton>
      </PostForm>
    </>
  );
}
