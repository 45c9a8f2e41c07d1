import { getFormProps, useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { Field } from "~/components/forms/field";
import { FormNotice, PostForm, replyForIntent, SubmitButton } from "~/components/forms/post-form";
import { PaidPlan } from "~/components/plans/paid-plan";
import { Banner } from "~/components/ui/banner";
import { PageHeading } from "~/components/ui/page-heading";
import { TitledSection } from "~/components/ui/titled-section";
import { SubscribeSchema } from "~/domain/plans/schema";
import { PAYMENTS_OFF } from "~/domain/plans/texts";
import { viewPlans, type PlanChoice } from "~/domain/plans/view-plans.server";
import { newSubmission } from "~/http/form/csrf.server";
import type { FormReply } from "~/http/form/form-options.server";
import { memberAction } from "~/http/form/guarded-actions.server";
import { memberLoader } from "~/http/guards.server";
import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";
import * as paths from "~/paths";
import {
  handleCancel,
  handleCheckout,
  handleIntent,
  handlePause,
  handlePortal,
  handleRedeem,
} from "./plan-actions.server";
import { PlanTable } from "./plan-table";

/** Plans to buy. The payment service's own page shows the amount before anything is paid. */
function ChoosePlan({ choices, pays }: { choices: PlanChoice[]; pays: boolean }) {
  return (
    <TitledSection
      id="choose"
      title={pays ? t("Change your paid plan") : t("Choose a plan")}
      className="mt-14"
      titleClass="text-xl"
    >
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
              <PostForm key={tier} action={paths.subscribe()} aria-label={label}>
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
    </TitledSection>
  );
}

function RedeemForm({ reply }: { reply: FormReply | undefined }) {
  const [form, fields] = useForm<{ key: string }>({
    id: "redeem",
    lastResult: replyForIntent(reply, "redeem")?.lastResult,
  });
  return (
    <TitledSection id="redeem-heading" title={t("Redeem a key")} className="mt-14" titleClass="text-xl">
      <p className="mt-3 max-w-measure text-muted">
        <Trans>
          A key gives you a plan for some days. After that you have your earlier plan again; nothing is
          charged.
        </Trans>
      </p>
      <PostForm action={paths.subscribe()} {...getFormProps(form)} noValidate className="mt-5 max-w-md">
        <input type="hidden" name="intent" value="redeem" />
        <Field
          meta={fields.key}
          label={t("Key")}
          hint={t("It looks like SNK-7K2M-4QXV-9RTB. Lower case and spaces do not matter.")}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
        <div className="mt-4">
          <SubmitButton variant="quiet" pendingText={t("Redeeming…")}>
            {t("Redeem")}
          </SubmitButton>
        </div>
      </PostForm>
    </TitledSection>
  );
}

export const meta: MetaFunction = () => [{ title: t("Plans · Still and Know") }];

export const loader = (args: LoaderFunctionArgs) => memberLoader(args, ({ member }) => viewPlans(member));

export const action = (args: ActionFunctionArgs) =>
  memberAction(args, { schema: SubscribeSchema, once: true }, async (context) => {
    const { value, submission = newSubmission() } = context;
    switch (value.intent) {
      case "checkout":
        return handleCheckout(context, value, submission);
      case "redeem":
        return handleRedeem(context, value.key);
      case "cancel":
        return handleCancel(context, value.reason, submission);
      case "pause":
        return handlePause(context, value.months, submission);
      case "portal":
        return handlePortal(context);
      default:
        return handleIntent(context, value.intent, submission);
    }
  });

export default function SubscribePage() {
  const { plan, choice } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const notice = reply?.notice && (
    <div className="mb-8 max-w-measure">
      <FormNotice {...reply.notice} />
    </div>
  );
  if (!choice)
    return (
      <>
        <PageHeading title={t("All of it")} intro={<p>{plan.words}</p>} />
        {notice}
        <p className="max-w-measure">
          <Trans>
            You can choose how you pray in <Link to={paths.settingsPrayer()}>Settings</Link>, walk a{" "}
            <Link to={paths.ways()}>way</Link>, talk with a <Link to={paths.coaches()}>coach</Link>, or go to{" "}
            <Link to={paths.dashboard()}>your dashboard</Link>.
          </Trans>
        </p>
        <PaidPlan plan={plan} />
      </>
    );
  return (
    <>
      <PageHeading
        title={t("Plans")}
        intro={
          <p>
            <Trans>
              Writing, privacy, safety, search and taking your words with you belong to every plan. A larger
              plan gives you more and helps keep this site running.
            </Trans>
          </p>
        }
      />
      {notice}
      <p className="max-w-measure">{plan.words}</p>
      <p className="mb-10 mt-1">
        <Link to={paths.settingsPlan()}>{t("Your plan and its history")}</Link>
      </p>
      <PlanTable columns={choice.columns} forAll={choice.forAll} rows={choice.rows} current={plan.tier} />
      <ChoosePlan choices={choice.choices} pays={plan.paid.length > 0} />
      <PaidPlan plan={plan} />
      <RedeemForm reply={reply} />
      <TitledSection
        id="ends"
        title={t("When a plan ends")}
        className="mt-14 max-w-measure"
        titleClass="text-xl"
      >
        <p className="mt-3 text-muted">
          <Trans>
            Everything you have written stays, to read and to edit, whichever prompts it was written with. We
            tell you before a plan ends or renews, seven days and one day ahead. Lectio Divina and Examen give
            way to another set of prompts, and you are told on the next page you open.
          </Trans>
        </p>
      </TitledSection>
    </>
  );
}
