import * as addresses from "~/addresses";
import { PostForm } from "~/components/forms/post-form";
import { SubmitButton } from "~/components/forms/submit-button";
import { TIER_LABELS, TIERS, type Tier } from "~/domain/member/tiers";
import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";

/** For administrators only: another plan for their own account, for testing. */
export function PlanSwitcher({ current, switched }: { current: Tier; switched: boolean }) {
  return (
    <section aria-labelledby="plan-switcher" className="mt-14">
      <h2 id="plan-switcher" className="text-xl">
        {t("Plan Switcher")}
      </h2>
      <p className="mt-3 max-w-measure text-muted">
        <Trans>Changes only your own account, for testing, and overrides any other plan you have.</Trans>
      </p>
      <PostForm action={addresses.settingsPlan()} className="mt-4 flex flex-wrap gap-3">
        {TIERS.map((tier) => (
          <SubmitButton
            key={tier}
            name="tier"
            value={tier}
            variant="quiet"
            className={tier === current ? "!border-accent !bg-accent-soft" : undefined}
          >
            {TIER_LABELS[tier]}
            {tier === current && <span className="sr-only"> {t("(now)")}</span>}
          </SubmitButton>
        ))}
        {switched && (
          <SubmitButton name="tier" value="own" variant="quiet">
            {t("My own plan")}
          </SubmitButton>
        )}
      </PostForm>
    </section>
  );
}
