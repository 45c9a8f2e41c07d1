import { PostForm, SubmitButton } from "~/components/forms/post-form";
import { Banner } from "~/components/ui/banner";
import { DisclosureIcon } from "~/components/ui/disclosure";
import { TitledSection } from "~/components/ui/titled-section";
import { CANCEL_REASON_KEYS, CANCEL_REASONS } from "~/domain/plans/texts";
import type { PlanView } from "~/domain/plans/view-plans.server";
import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";
import * as paths from "~/paths";

const MONTHS = [
  { value: 1, label: t("one month") },
  { value: 2, label: t("two months") },
  { value: 3, label: t("three months") },
];

/** Paid plans, with buttons to cancel, resume and pause. */
export function PaidPlan({ plan: { paid, hasCustomer } }: { plan: PlanView }) {
  if (paid.length === 0) return null;
  const states = paid.map(({ state }) => state);
  return (
    <TitledSection id="paid-plan" title={t("Your paid plan")} className="mt-14" titleClass="text-xl">
      {paid.map(({ words, late }) =>
        late ? (
          <Banner key={words} tone="harm" className="mt-4 max-w-measure">
            <p>{words}</p>
          </Banner>
        ) : (
          <p key={words} className="mt-3 max-w-measure">
            {words}
          </p>
        ),
      )}
      <div className="mt-5 flex flex-wrap items-end gap-3">
        {hasCustomer && <IntentButton intent="portal">{t("Card and payments")}</IntentButton>}
        {states.includes("cancelled") && <IntentButton intent="keep">{t("Keep my plan")}</IntentButton>}
        {states.includes("paused") && <IntentButton intent="resume">{t("Resume now")}</IntentButton>}
      </div>
      {states.some((state) => state !== "cancelled") && <Cancel />}
      {states.includes("running") && <Pause />}
    </TitledSection>
  );
}

function IntentButton({ intent, children }: { intent: string; children: string }) {
  return (
    <PostForm action={paths.subscribe()}>
      <SubmitButton name="intent" value={intent} variant="quiet">
        {children}
      </SubmitButton>
    </PostForm>
  );
}

function Cancel() {
  return (
    <PostForm action={paths.subscribe()} className="mt-8 max-w-measure">
      <label className="block max-w-sm">
        <span className="mb-1.5 block font-medium">{t("Would you tell us why?")}</span>
        <select name="reason" className="control" defaultValue="" aria-describedby="reason-hint">
          <option value="">{t("I would rather not say")}</option>
          {CANCEL_REASON_KEYS.map((reason) => (
            <option key={reason} value={reason}>
              {CANCEL_REASONS[reason]}
            </option>
          ))}
        </select>
      </label>
      <p id="reason-hint" className="mb-4 mt-1.5 text-sm text-muted">
        {t("Answers are only counted, never kept with your name.")}
      </p>
      <SubmitButton name="intent" value="cancel" variant="quiet">
        {t("Cancel the paid plan")}
      </SubmitButton>
    </PostForm>
  );
}

function Pause() {
  return (
    <details className="group mt-5 max-w-measure">
      <summary className="flex min-h-11 items-center">
        <DisclosureIcon />
        {t("Pause instead")}
      </summary>
      <p className="mt-1 text-muted">
        <Trans>
          You keep your plan until the end of the time you have paid for. It is then paused: nothing is
          charged, and you have the Free Plan, until it resumes automatically.
        </Trans>
      </p>
      <PostForm action={paths.subscribe()} className="mt-4 flex flex-wrap items-end gap-3">
        <label className="block">
          <span className="mb-1.5 block font-medium">{t("Pause for")}</span>
          <select name="months" className="control" defaultValue="1">
            {MONTHS.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </label>{" "}
        <SubmitButton name="intent" value="pause" variant="quiet">
          {t("Pause")}
        </SubmitButton>
      </PostForm>
    </details>
  );
}
