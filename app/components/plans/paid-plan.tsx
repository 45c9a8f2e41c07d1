import { Form } from "@remix-run/react";
import { FormProtection } from "~/components/forms/form-protection";
import { SubmitButton } from "~/components/forms/submit-button";
import { Banner } from "~/components/ui/banner";
import { CANCEL_REASON_KEYS, CANCEL_REASONS } from "~/domain/plans/cancel-reasons";
import type { PlanView } from "~/domain/plans/plan-page.server";
import { paidPlanWords } from "~/words/plans/paid-plan";

const MONTHS = [
  { value: 1, label: paidPlanWords.oneMonth },
  { value: 2, label: paidPlanWords.twoMonths },
  { value: 3, label: paidPlanWords.threeMonths },
];

/** What is paid, and the presses by which it is cancelled, kept, paused and taken up again (product 2.9). */
export function PaidPlan({ plan: { paid, hasCustomer } }: { plan: PlanView }) {
  if (paid.length === 0) return null;
  const states = paid.map(({ state }) => state);
  return (
    <section aria-labelledby="paid-plan" className="mt-14">
      <h2 id="paid-plan" className="text-xl">
        {paidPlanWords.yourPaidPlan}
      </h2>
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
        {hasCustomer && <Press intent="portal">{paidPlanWords.cardAndPayments}</Press>}
        {states.includes("cancelled") && <Press intent="keep">{paidPlanWords.keepMyPlan}</Press>}
        {states.includes("paused") && <Press intent="resume">{paidPlanWords.goOnNow}</Press>}
      </div>
      {states.some((state) => state !== "cancelled") && <Cancel />}
      {states.includes("running") && <Pause />}
    </section>
  );
}

function Press({ intent, children }: { intent: string; children: string }) {
  return (
    <Form method="post" action="/subscribe">
      <FormProtection />
      <SubmitButton name="intent" value={intent} variant="quiet">
        {children}
      </SubmitButton>
    </Form>
  );
}

function Cancel() {
  return (
    <Form method="post" action="/subscribe" className="mt-8 max-w-measure">
      <FormProtection />
      <label className="block max-w-sm">
        <span className="mb-1.5 block font-medium">{paidPlanWords.wouldYouSayWhy}</span>
        <select name="reason" className="control" defaultValue="" aria-describedby="reason-hint">
          <option value="">{paidPlanWords.iWouldRatherNotSay}</option>
          {CANCEL_REASON_KEYS.map((reason) => (
            <option key={reason} value={reason}>
              {CANCEL_REASONS[reason]}
            </option>
          ))}
        </select>
      </label>
      <p id="reason-hint" className="mb-4 mt-1.5 text-sm text-muted">
        {paidPlanWords.answersAreOnlyCounted}
      </p>
      <SubmitButton name="intent" value="cancel" variant="quiet">
        {paidPlanWords.cancelThePaidPlan}
      </SubmitButton>
    </Form>
  );
}

function Pause() {
  return (
    <details className="mt-5 max-w-measure">
      <summary className="min-h-11 cursor-pointer py-2.5">{paidPlanWords.pauseInstead}</summary>
      <p className="mt-1 text-muted">{paidPlanWords.whatAPauseIs}</p>
      <Form method="post" action="/subscribe" className="mt-4 flex flex-wrap items-end gap-3">
        <FormProtection />
        <label className="block">
          <span className="mb-1.5 block font-medium">{paidPlanWords.pauseFor}</span>
          <select name="months" className="control" defaultValue="1">
            {MONTHS.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </label>
        <SubmitButton name="intent" value="pause" variant="quiet">
          {paidPlanWords.pause}
        </SubmitButton>
      </Form>
    </details>
  );
}
