import { Form } from "@remix-run/react";
import { FormProtection } from "~/components/forms/form-protection";
import { SubmitButton } from "~/components/forms/submit-button";
import { TIER_LABELS, TIERS, type Tier } from "~/domain/plans/tiers";
import { planSwitcherWords } from "~/words/admin-tools/plan-switcher";

/** For administrators only (seed sections 2 and 5): another plan for their own account, for testing. */
export function PlanSwitcher({ current, switched }: { current: Tier; switched: boolean }) {
  return (
    <section aria-labelledby="plan-switcher" className="mt-14">
      <h2 id="plan-switcher" className="text-xl">
        {planSwitcherWords.planSwitcher}
      </h2>
      <p className="mt-3 max-w-measure text-muted">{planSwitcherWords.changesYourOwnAccountOnly}</p>
      <Form method="post" action="/settings/plan" className="mt-4 flex flex-wrap gap-3">
        <FormProtection />
        {TIERS.map((tier) => (
          <SubmitButton
            key={tier}
            name="tier"
            value={tier}
            variant="quiet"
            className={tier === current ? "!border-accent !bg-accent-soft" : undefined}
          >
            {TIER_LABELS[tier]}
            {tier === current && <span className="sr-only"> {planSwitcherWords.now}</span>}
          </SubmitButton>
        ))}
        {switched && (
          <SubmitButton name="tier" value="own" variant="quiet">
            {planSwitcherWords.myOwnPlan}
          </SubmitButton>
        )}
      </Form>
    </section>
  );
}
