import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import * as addresses from "~/addresses";
import { FormNotice } from "~/components/forms/form-notice";
import { ChoosePlan } from "~/components/plans/choose-plan";
import { PaidPlan } from "~/components/plans/paid-plan";
import { PlanTable } from "~/components/plans/plan-table";
import { RedeemForm } from "~/components/plans/redeem-form";
import { PageHeading } from "~/components/ui/page-heading";
import { SubscribeSchema } from "~/domain/plans/page/schema";
import { viewPlans } from "~/domain/plans/page/view-plans.server";
import { newSubmission } from "~/http/form/csrf.server";
import { memberAction } from "~/http/form/guarded-actions.server";
import { memberLoader } from "~/http/loaders.server";
import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";
import {
  answerCancel,
  answerCheckout,
  answerPause,
  answerPortal,
  answerPress,
  answerRedeem,
} from "./answers.server";

export const meta: MetaFunction = () => [{ title: t("Plans · Still and Know") }];

export const loader = (args: LoaderFunctionArgs) => memberLoader(args, ({ member }) => viewPlans(member));

export const action = (args: ActionFunctionArgs) =>
  memberAction(args, { schema: SubscribeSchema, once: true }, async (context) => {
    const { value, submission = newSubmission() } = context;
    switch (value.intent) {
      case "checkout":
        return answerCheckout(context, value, submission);
      case "redeem":
        return answerRedeem(context, value.key);
      case "cancel":
        return answerCancel(context, value.reason, submission);
      case "pause":
        return answerPause(context, value.months, submission);
      case "portal":
        return answerPortal(context);
      default:
        return answerPress(context, value.intent, submission);
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
        <p>
          <Link to={addresses.dashboard()}>{t("To your dashboard")}</Link>
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
              one gives you more to pray with, and keeps this place alive.
            </Trans>
          </p>
        }
      />
      {notice}
      <p className="max-w-measure">{plan.words}</p>
      <p className="mb-10 mt-1">
        <Link to={addresses.settingsPlan()}>{t("Your plan and its history")}</Link>
      </p>
      <PlanTable columns={choice.columns} forAll={choice.forAll} rows={choice.rows} current={plan.tier} />
      <ChoosePlan choices={choice.choices} pays={plan.paid.length > 0} />
      <PaidPlan plan={plan} />
      <RedeemForm reply={reply} />
      <section aria-labelledby="ends" className="mt-14 max-w-measure">
        <h2 id="ends" className="text-xl">
          {t("When a plan ends")}
        </h2>
        <p className="mt-3 text-muted">
          <Trans>
            Everything you have written stays, to read and to edit, whichever prompts it was written with. We
            tell you before a plan ends or renews, seven days and one day ahead. Lectio Divina and Examen give
            way to another set of prompts, and you are told on the next page you open.
          </Trans>
        </p>
      </section>
    </>
  );
}
