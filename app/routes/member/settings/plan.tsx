import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import * as addresses from "~/addresses";
import { PlanSwitcher, VariantTools } from "~/components/admin/own-account-tools";
import { FormNotice } from "~/components/forms/form-notice";
import { PaidPlan } from "~/components/plans/paid-plan";
import { InvoiceList, PlanHistory } from "~/components/plans/plan-history";
import { SettingsPage } from "~/components/settings/settings-page";
import { Banner } from "~/components/ui/banner";
import { ButtonLink } from "~/components/ui/button";
import { canUpgrade, TIER_LABELS } from "~/domain/member/tiers";
import { switchPlan } from "~/domain/plans/changes/switch-plan.server";
import { SwitchSchema } from "~/domain/plans/page/schema";
import { viewOwnPlan } from "~/domain/plans/page/view-plans.server";
import { CHANGE_FAILED } from "~/domain/plans/texts";
import { abSession } from "~/http/experiment.server";
import { memberAction } from "~/http/form/guarded-actions.server";
import { memberLoader } from "~/http/loaders.server";
import { redirectWithToast } from "~/http/toast.server";
import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";

export const meta: MetaFunction = () => [{ title: t("Your plan · Still and Know") }];

export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ member, request, url }) => {
    const before = /^[1-9]\d{0,9}$/.test(url.searchParams.get("before") ?? "")
      ? Number(url.searchParams.get("before"))
      : undefined;
    const view = await viewOwnPlan(member, before);
    // Back from the payment service, which tells us of the payment a moment later.
    const isAwaited = url.searchParams.has("paid") && view.plan.paid.length === 0;
    const session = member.isAdmin ? await abSession(request) : undefined;
    const variant = session ? { variant: session.variant, forced: session.state === "forced" } : null;
    const tools = member.isAdmin ? { switched: member.plan.source === "admin", variant } : null;
    return { ...view, isAwaited, tools };
  });

/** The Plan Switcher; the JSON door is /api/change-subscription-tier. */
export const action = (args: ActionFunctionArgs) =>
  memberAction(args, { schema: SwitchSchema }, async ({ member, value, refuse }) => {
    const result = await switchPlan(member, value.tier === "own" ? null : value.tier);
    if (!result.ok) return refuse({ status: 403, notice: CHANGE_FAILED });
    // The message about the prompt set is a toast, and one message at a time is enough.
    if (result.fellBack) return redirect(addresses.settingsPlan());
    return redirectWithToast(addresses.settingsPlan(), {
      title: t("You now have the {tier}", { tier: TIER_LABELS[result.member.subscriptionTier] }),
      tone: "success",
    });
  });

export default function PlanPage() {
  const { plan, ledger, invoices, isAwaited, tools } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return (
    <SettingsPage>
      {reply?.notice && (
        <div className="mb-8 max-w-measure">
          <FormNotice {...reply.notice} />
        </div>
      )}
      {isAwaited && (
        <Banner tone="success" title={t("Thank you")} role="status" className="mb-8 max-w-measure">
          <p>
            <Trans>
              We are waiting for the payment service to confirm your payment; your plan will appear here in a
              moment. <a href={addresses.settingsPlan({ paid: "1" })}>Look again</a>
            </Trans>
          </p>
        </Banner>
      )}
      <section aria-labelledby="plan-now">
        <h2 id="plan-now" className="text-xl">
          {plan.isEverything ? t("All of it") : TIER_LABELS[plan.tier]}
        </h2>
        <p className="mt-3 max-w-measure">{plan.words}</p>
        {!plan.isEverything && (
          <div className="mt-5">
            {canUpgrade(plan.tier) && plan.paid.length === 0 ? (
              <ButtonLink to={addresses.subscribe()}>{t("See the plans")}</ButtonLink>
            ) : (
              <Link to={addresses.subscribe()}>{t("See all plans, or redeem a key")}</Link>
            )}
          </div>
        )}
      </section>
      <PaidPlan plan={plan} />
      <InvoiceList invoices={invoices} />
      <PlanHistory ledger={ledger} />
      {tools && (
        <>
          <PlanSwitcher current={plan.tier} switched={tools.switched} />
          <VariantTools current={tools.variant} />
        </>
      )}
    </SettingsPage>
  );
}
