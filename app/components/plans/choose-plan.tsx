import * as addresses from "~/addresses";
import { PostForm } from "~/components/forms/post-form";
import { SubmitButton } from "~/components/forms/submit-button";
import { Banner } from "~/components/ui/banner";
import type { PlanChoice } from "~/domain/plans/page/view-plans.server";
import { PAYMENTS_OFF } from "~/domain/plans/texts";
import { t } from "~/i18n/t";

/** Buying or changing a plan: one press leads to the payment service's own page, which shows the amount before anything is paid. */
export function ChoosePlan({ choices, pays }: { choices: PlanChoice[]; pays: boolean }) {
  return (
    <section aria-labelledby="choose" className="mt-14">
      <h2 id="choose" className="text-xl">
        {pays ? t("Change your paid plan") : t("Choose a plan")}
      </h2>
      {choices.length === 0 ? (
        <Banner className="mt-4 max-w-measure">
          <p>{PAYMENTS_OFF}</p>
        </Banner>
      ) : (
        <>
          <p className="mt-3 max-w-measure text-muted">
            {pays
              ? t(
                  "A change opens on the payment service’s page, which shows what it costs before you confirm.",
                )
              : t(
                  "You pay on the payment service’s page; your card never comes to us. You can cancel or pause at any time, with one press.",
                )}
          </p>
          <div className="mt-5 grid gap-x-10 gap-y-6 sm:grid-cols-2">
            {choices.map(({ tier, label, buttons }) => (
              <PostForm key={tier} action={addresses.subscribe()} aria-label={label}>
                <input type="hidden" name="intent" value="checkout" />
                <input type="hidden" name="tier" value={tier} />
                <h3 className="text-lg font-medium">{label}</h3>
                <div className="mt-3 flex flex-wrap gap-3">
                  {buttons.map(({ interval, text }, at) => (
                    <SubmitButton
                      key={interval}
                      name="interval"
                      value={interval}
                      variant={tier === "tier2" && at === 0 ? "primary" : "quiet"}
                    >
                      <span className="sr-only">{label}: </span>
                      {text}
                    </SubmitButton>
                  ))}
                </div>
              </PostForm>
            ))}
          </div>
        </>
      )}
    </section>
  );
}
