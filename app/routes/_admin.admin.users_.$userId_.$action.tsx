import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ConfirmForm } from "~/components/admin/confirm-form";
import { PlanFields } from "~/components/admin/plan-fields";
import { Facts } from "~/components/admin/facts";
import { PageHeading } from "~/components/ui/page-heading";
import { actOnUser } from "~/domain/administration/act-on-user.server";
import { UserActionSchema } from "~/domain/administration/confirm-schema";
import { readUser } from "~/domain/administration/read-user.server";
import {
  USER_ACTIONS,
  isUserAction,
  needsPassword,
  possibleActions,
  type UserAction,
} from "~/domain/administration/user-actions";
import { refusalOfPassword } from "~/http/confirm.server";
import { adminAction } from "~/http/forms.server";
import { adminLoader, notFound } from "~/http/loaders.server";
import { redirectWithToast } from "~/http/toast.server";
import { userActionWords } from "~/words/admin/user-action";

export const meta: MetaFunction = () => [{ title: userActionWords.pageTitle }];

const NO_LONGER = userActionWords.thatIsNotPossible;
const REFUSALS = {
  not_possible: { status: 409, title: userActionWords.nothingWasChanged, text: NO_LONGER },
  too_often: {
    status: 429,
    title: userActionWords.notSent,
    text: userActionWords.notSentText,
  },
  payments_away: {
    status: 503,
    title: userActionWords.nothingWasChanged,
    text: userActionWords.nothingWasChangedText,
  },
} as const;

function target(params: LoaderFunctionArgs["params"]): { userId: number; action: UserAction } {
  const { userId = "", action } = params;
  if (!/^\d{1,15}$/.test(userId) || !isUserAction(action)) throw notFound();
  return { userId: Number(userId), action };
}

/** Asks before anything is done to an account. */
export const loader = (args: LoaderFunctionArgs) =>
  adminLoader(args, async ({ params, member }) => {
    const { userId, action } = target(params);
    const user = await readUser(userId);
    if (!user) throw notFound();
    const { name, explains, harmful } = USER_ACTIONS[action];
    const { id, username, email, entries } = user;
    return {
      user: { id, username, email, entries },
      step: { name, explains, harmful, asks: needsPassword(action), isPlan: action === "plan" },
      possible: possibleActions(user, member.id).includes(action),
    };
  });

export const action = (args: ActionFunctionArgs) =>
  adminAction(
    args,
    { schema: UserActionSchema, once: true },
    async ({ request, params, member, value, refuse }) => {
      const { userId, action: chosen } = target(params);
      if (needsPassword(chosen)) {
        const refusal = await refusalOfPassword(request, member, value.currentPassword);
        if (refusal) return refuse(refusal);
      }
      const { tier, days = null } = value;
      if (chosen === "plan" && !tier)
        return refuse({ status: 400, fields: { tier: [userActionWords.pleaseChooseAPlan] } });
      const result = await actOnUser(member, userId, chosen, tier && { tier, days });
      if (result.ok)
        return redirectWithToast(`/admin/users/${userId}`, {
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
            label: userActionWords.account,
            value: userActionWords.number({ username: user.username, id: user.id }),
          },
          { label: userActionWords.emailAddress, value: user.email },
          { label: userActionWords.entries, value: user.entries },
        ]}
      />
      {possible || reply ? (
        <ConfirmForm
          reply={reply}
          button={step.name}
          back={`/admin/users/${user.id}`}
          danger={step.harmful}
          withPassword={step.asks}
        >
          {step.isPlan && <PlanFields reply={reply} />}
        </ConfirmForm>
      ) : (
        <p className="mt-8">{NO_LONGER}</p>
      )}
    </>
  );
}
