import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { FormNotice } from "~/components/forms/form-notice";
import { ChoosePlan } from "~/components/plans/choose-plan";
import { PaidPlan } from "~/components/plans/paid-plan";
import { PlanTable } from "~/components/plans/plan-table";
import { RedeemForm } from "~/components/plans/redeem-form";
import { PageHeading } from "~/components/ui/page-heading";
import { viewPlans } from "~/domain/plans/plan-page.server";
import { SubscribeSchema } from "~/domain/plans/schema";
import { memberAction } from "~/http/forms.server";
import { memberLoader } from "~/http/loaders.server";
import { newSubmission } from "~/http/form-protection.server";
import { subscribeWords } from "~/words/plans/subscribe";
import {
  answerCancel,
  answerCheckout,
  answerPause,
  answerPortal,
  answerPress,
  answerRedeem,
} from "./answers.server";

export const meta: MetaFunction = () => [{ title: subscribeWords.pageTitle }];

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
  const { plan, columns, forAll, rows, choices } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return (
    <>
      <PageHeading title={subscribeWords.plans} intro={<p>{subscribeWords.intro}</p>} />
      {reply?.notice && (
        <div className="mb-8 max-w-measure">
          <FormNotice {...reply.notice} />
        </div>
      )}
      <p className="max-w-measure">{plan.words}</p>
      <p className="mb-10 mt-1">
        <Link to="/settings/plan">{subscribeWords.yourPlanAndItsChanges}</Link>
      </p>
      <PlanTable columns={columns} forAll={forAll} rows={rows} current={plan.tier} />
      <ChoosePlan choices={choices} pays={plan.paid.length > 0} />
      <PaidPlan plan={plan} />
      <RedeemForm reply={reply} />
      <section aria-labelledby="ends" className="mt-14 max-w-measure">
        <h2 id="ends" className="text-xl">
          {subscribeWords.whenAPlanEnds}
        </h2>
        <p className="mt-3 text-muted">{subscribeWords.whatStays}</p>
      </section>
    </>
  );
}
