import { useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { CONFIRM_FORM, ConfirmForm } from "~/components/admin/confirm-form";
import { Facts } from "~/components/admin/facts";
import { PaidPlanField } from "~/components/admin/fields";
import { Field } from "~/components/forms/field";
import { PageHeading } from "~/components/ui/page-heading";
import { currentInstance } from "~/domain/accounts/support/instance.server";
import {
  actOnUser,
  isUserAction,
  needsPassword,
  possibleActions,
  USER_ACTIONS,
  type UserAction,
} from "~/domain/administration/users/user-actions.server";
import { readUser } from "~/domain/administration/users/users.server";
import { isPasswordShortEnough } from "~/domain/identity/account-fields";
import { FIELD_MESSAGES } from "~/domain/identity/texts";
import { PAID_TIERS } from "~/domain/member/plan";
import { redirectWithToast } from "~/http/cookies.server";
import type { FormReply } from "~/http/form/form-options.server";
import { adminAction } from "~/http/form/guarded-actions.server";
import { adminLoader, notFound } from "~/http/guards.server";
import { checkReauthentication } from "~/http/unlock.server";
import { t } from "~/i18n/t";
import * as paths from "~/paths";

export const meta: MetaFunction = () => [{ title: t("Please confirm · Still and Know") }];

const NOT_POSSIBLE = t("This is not possible for this account at the moment.");
const REFUSALS = {
  not_possible: { status: 409, title: t("Nothing was changed"), text: NOT_POSSIBLE },
  too_often: {
    status: 429,
    title: t("Not sent"),
    text: t("This account has reached its email limit. Please wait a while."),
  },
  payments_away: {
    status: 503,
    title: t("Nothing was changed"),
    text: t(
      "The paid plan has to be cancelled first, and the payment provider is not answering. Please try again later.",
    ),
  },
} as const;

function parseTarget(params: LoaderFunctionArgs["params"]): { userId: number; action: UserAction } {
  const { userId = "", action } = params;
  if (!/^\d{1,15}$/.test(userId) || !isUserAction(action)) throw notFound();
  return { userId: Number(userId), action };
}

export const loader = (args: LoaderFunctionArgs) =>
  adminLoader(args, async ({ params, member }) => {
    const { userId, action } = parseTarget(params);
    const user = await readUser(userId);
    if (!user) throw notFound();
    const { name, explains, harmful } = USER_ACTIONS[action];
    const { id, username, email } = user;
    return {
      user: { id, username, email },
      step: { name, explains, harmful, asks: needsPassword(action), isPlan: action === "plan" },
      possible: possibleActions(user, member.id, currentInstance().sendsMail).includes(action),
    };
  });

const DAYS_MESSAGE = t("Please enter a whole number of days from 1 to 3,660.");

/** `tier` and `days` are sent for a granted plan only; without `days` the plan never ends. */
const UserActionSchema = z.object({
  intent: z.literal("confirm", t("Please use the button on this page.")),
  currentPassword: z.string().refine(isPasswordShortEnough, FIELD_MESSAGES.passwordLong).optional(),
  tier: z.enum(PAID_TIERS, t("Please choose a plan.")).optional(),
  days: z.coerce
    .number(DAYS_MESSAGE)
    .int(DAYS_MESSAGE)
    .min(1, DAYS_MESSAGE)
    .max(3660, DAYS_MESSAGE)
    .optional(),
});

export const action = (args: ActionFunctionArgs) =>
  adminAction(
    args,
    { schema: UserActionSchema, once: true },
    async ({ request, params, member, value, refuse }) => {
      const { userId, action: chosen } = parseTarget(params);
      if (needsPassword(chosen)) {
        const refusal = await checkReauthentication(request, member, value.currentPassword);
        if (refusal) return refuse(refusal);
      }
      const { tier, days = null } = value;
      if (chosen === "plan" && !tier)
        return refuse({ status: 400, fields: { tier: [t("Please choose a plan.")] } });
      const result = await actOnUser(member, userId, chosen, tier && { tier, days });
      if (result.ok)
        return redirectWithToast(paths.adminUser(userId), {
          title: USER_ACTIONS[chosen].done,
          tone: "success",
        });
      if (result.code === "unknown") throw notFound();
      const { status, title, text } = REFUSALS[result.code];
      return refuse({ status, notice: { title, text } });
    },
  );

export default function UserActionPage() {
  const { user, step, possible } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return (
    <>
      <PageHeading title={`${step.name}?`} intro={step.explains} />
      <Facts
        facts={[
          {
            label: t("Account"),
            value: t("{username}, number {id}", { username: user.username, id: user.id }),
          },
          { label: t("Email address"), value: user.email },
        ]}
      />
      {possible || reply ? (
        <ConfirmForm
          reply={reply}
          button={step.name}
          back={paths.adminUser(user.id)}
          danger={step.harmful}
          withPassword={step.asks}
        >
          {step.isPlan && <PlanFields reply={reply} />}
        </ConfirmForm>
      ) : (
        <p className="mt-8">{NOT_POSSIBLE}</p>
      )}
    </>
  );
}

function PlanFields({ reply }: { reply: FormReply | undefined }) {
  const [, fields] = useForm<{ tier: string; days: string }>({
    // The id of the surrounding `ConfirmForm`, which the fields reference in their `form` attribute.
    id: CONFIRM_FORM,
    lastResult: reply?.lastResult,
    defaultValue: { tier: "tier1", days: "30" },
  });
  return (
    <>
      <PaidPlanField field={fields.tier} />
      <Field
        meta={fields.days}
        label={t("Days")}
        hint={t("Leave empty for no end date.")}
        type="number"
        min={1}
        max={3660}
      />
    </>
  );
}
