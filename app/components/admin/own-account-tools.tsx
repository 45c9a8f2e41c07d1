import { Link } from "@remix-run/react";
import * as addresses from "~/addresses";
import { PostForm } from "~/components/forms/post-form";
import { SubmitButton } from "~/components/forms/submit-button";
import { Button } from "~/components/ui/button";
import { VARIANT_TOOL_TEXTS as TEXTS } from "~/domain/experiments/texts";
import type { Variant } from "~/domain/experiments/variant";
import { TIER_LABELS, TIERS, type Tier } from "~/domain/member/tiers";
import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";

/** Switches an administrator's own account to another plan, for testing. */
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

const TOOLS = [
  { intent: "force-a", label: TEXTS.forceA },
  { intent: "force-b", label: TEXTS.forceB },
  { intent: "reset", label: TEXTS.reset },
];

/** Forces a variant of the landing page in an administrator's browser, or draws again. */
export function VariantTools({ current }: { current: { variant: Variant; forced: boolean } | null }) {
  return (
    <section aria-labelledby="variant-tools" className="mt-12">
      <h2 id="variant-tools" className="text-lg font-semibold">
        {TEXTS.heading}
      </h2>
      <p className="mt-2 max-w-measure text-muted">{TEXTS.intro}</p>
      <p className="mt-2 text-sm">
        {current ? TEXTS.current(current.variant, current.forced) : TEXTS.none}
        {" · "}
        <Link to={addresses.home()} reloadDocument>
          {TEXTS.preview}
        </Link>
      </p>
      <PostForm action={addresses.settingsPlanVariant()} className="mt-4 flex flex-wrap gap-3">
        {TOOLS.map(({ intent, label }) => (
          <Button key={intent} type="submit" name="intent" value={intent} variant="quiet">
            {label}
          </Button>
        ))}
      </PostForm>
    </section>
  );
}
