import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { FormNotice, PostForm, SubmitButton } from "~/components/forms/post-form";
import { PaidPlan } from "~/components/plans/paid-plan";
import { SettingsPage } from "~/components/settings/settings-page";
import { Banner } from "~/components/ui/banner";
import { Button, ButtonLink } from "~/components/ui/button";
import { TitledSection } from "~/components/ui/titled-section";
import { canUpgrade, TIER_LABELS, TIERS, type Tier } from "~/domain/member/plan";
import type { Invoices } from "~/domain/plans/billing/paid-plan.server";
import { switchPlan } from "~/domain/plans/changes/grant.server";
import { VARIANT_TOOL_TEXTS as TEXTS, type Variant } from "~/domain/plans/experiments/variant";
import { SwitchSchema } from "~/domain/plans/schema";
import { CHANGE_FAILED } from "~/domain/plans/texts";
import { viewOwnPlan, type Ledger } from "~/domain/plans/view-plans.server";
import { abSession } from "~/http/anonymous-visitor.server";
import { redirectWithToast } from "~/http/cookies.server";
import { memberAction } from "~/http/form/guarded-actions.server";
import { memberLoader } from "~/http/guards.server";
import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";
import * as paths from "~/paths";

function PlanSwitcher({ current, switched }: { current: Tier; switched: boolean }) {
  return (
    <TitledSection id="plan-switcher" title={t("Plan Switcher")} className="mt-14" titleClass="text-xl">
      <p className="mt-3 max-w-measure text-muted">
        <Trans>Changes only your own account, for testing, and overrides any other plan you have.</Trans>
      </p>
      <PostForm action={paths.settingsPlan()} className="mt-4 flex flex-wrap gap-3">
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
    </TitledSection>
  );
}

const TOOL_BUTTONS = [
  { intent: "force-a", label: TEXTS.forceA },
  { intent: "force-b", label: TEXTS.forceB },
  { intent: "reset", label: TEXTS.reset },
];

function VariantTools({ current }: { current: { variant: Variant; forced: boolean } | null }) {
  return (
    <TitledSection
      id="variant-tools"
      title={TEXTS.heading}
      className="mt-12"
      titleClass="text-lg font-semibold"
    >
      <p className="mt-2 max-w-measure text-muted">{TEXTS.intro}</p>
      <p className="mt-2 text-sm">
        {current ? TEXTS.current(current.variant, current.forced) : TEXTS.none}
        {" · "}
        <Link to={paths.home()} reloadDocument>
          {TEXTS.preview}
        </Link>
      </p>
      <PostForm action={paths.settingsPlanVariant()} className="mt-4 flex flex-wrap gap-3">
        {TOOL_BUTTONS.map(({ intent, label }) => (
          <Button key={intent} type="submit" name="intent" value={intent} variant="quiet">
            {label}
          </Button>
        ))}
      </PostForm>
    </TitledSection>
  );
}

function PlanHistory({ ledger: { lines, older } }: { ledger: Ledger }) {
  return (
    <TitledSection id="plan-history" title={t("Plan history")} className="mt-14" titleClass="text-xl">
      {lines.length === 0 ? (
        <p className="mt-3 text-muted">{t("No changes yet.")}</p>
      ) : (
        <ol className="mt-4 divide-y divide-line border-y border-line">
          {lines.map(({ number, day, cause, result }) => (
            <li key={number} className="py-3">
              <p className="text-sm text-muted">{day}</p>
              <p>{cause}</p>
              <p className="text-sm">{result}</p>
            </li>
          ))}
        </ol>
      )}
      {older !== null && (
        <p className="mt-4">
          <Link to={paths.settingsPlan({ before: older })}>{t("Earlier changes")}</Link>
        </p>
      )}
    </TitledSection>
  );
}

function InvoiceList({ invoices }: { invoices: Invoices }) {
  if (invoices.state === "none") return null;
  return (
    <TitledSection id="invoices" title={t("Invoices")} className="mt-14" titleClass="text-xl">
      {invoices.state === "away" ? (
        <p className="mt-3 max-w-measure text-muted">
          <Trans>
            The payment service is not answering at the moment, so your invoices cannot be listed. Your plan
            is not affected; please come back later.
          </Trans>
        </p>
      ) : invoices.invoices.length === 0 ? (
        <p className="mt-3 text-muted">{t("None yet.")}</p>
      ) : (
        <ul className="mt-4 divide-y divide-line border-y border-line">
          {invoices.invoices.map(({ id, name, date, amount, state, url }) => (
            <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 py-3">
              <span>
                {url ? (
                  <a href={url} rel="noreferrer">
                    {name}
                  </a>
                ) : (
                  name
                )}{" "}
                <span className="text-sm text-muted">{date}</span>
              </span>{" "}
              <span>
                {amount}, {state}
              </span>
            </li>
          ))}
        </ul>
      )}
    </TitledSection>
  );
}

export const meta: MetaFunction = () => [{ title: t("Your plan · Still and Know") }];

export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ member, request, url }) => {
    const before = /^[1-9]\d{0,9}$/.test(url.searchParams.get("before") ?? "")
      ? Number(url.searchParams.get("before"))
      : undefined;
    const view = await viewOwnPlan(member, before);
    // The payment service redirects here before its webhook arrives.
    const isPaymentPending = url.searchParams.has("paid") && view.plan.paid.length === 0;
    const session = member.isAdmin ? await abSession(request) : undefined;
    const variant = session ? { variant: session.variant, forced: session.state === "forced" } : null;
    const tools = member.isAdmin ? { switched: member.plan.source === "admin", variant } : null;
    return { ...view, isAwaited: isPaymentPending, tools };
  });

/** The JSON counterpart is /api/change-subscription-tier. */
export const action = (args: ActionFunctionArgs) =>
  memberAction(args, { schema: SwitchSchema }, async ({ member, value, refuse }) => {
    const result = await switchPlan(member, value.tier === "own" ? null : value.tier);
    if (!result.ok) return refuse({ status: 403, notice: CHANGE_FAILED });
    // The fallback to another prompt set has already set a toast, and only one is shown.
    if (result.fellBack) return redirect(paths.settingsPlan());
    return redirectWithToast(paths.settingsPlan(), {
      title: t("You now have the {tier}", { tier: TIER_LABELS[result.member.subscriptionTier] }),
      tone: "success",
    });
  });

export default function PlanPage() {
  const { plan, ledger, invoices, isAwaited: isPaymentPending, tools } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return (
    <SettingsPage>
      {reply?.notice && (
        <div className="mb-8 max-w-measure">
          <FormNotice {...reply.notice} />
        </div>
      )}
      {isPaymentPending && (
        <Banner tone="success" title={t("Thank you")} role="status" className="mb-8 max-w-measure">
          <p>
            <Trans>
              We are waiting for the payment service to confirm your payment; your plan will appear here in a
              moment. <a href={paths.settingsPlan({ paid: "1" })}>Look again</a>
            </Trans>
          </p>
        </Banner>
      )}
      <TitledSection
        id="plan-now"
        title={plan.isEverything ? t("All of it") : TIER_LABELS[plan.tier]}
        titleClass="text-xl"
      >
        <p className="mt-3 max-w-measure">{plan.words}</p>
        {!plan.isEverything && (
          <div className="mt-5">
            {canUpgrade(plan.tier) && plan.paid.length === 0 ? (
              <ButtonLink to={paths.subscribe()}>{t("See the plans")}</ButtonLink>
            ) : (
              <Link to={paths.subscribe()}>{t("See all plans, or redeem a key")}</Link>
            )}
          </div>
        )}
      </TitledSection>
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
