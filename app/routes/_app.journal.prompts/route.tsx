import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { FormNotice } from "~/components/forms/form-notice";
import { PageHeading } from "~/components/ui/page-heading";
import { OWN_PROMPT_REFUSALS, OwnPromptSchema } from "~/domain/journal/prompts/own-prompts-schema";
import {
  addOwnPrompt,
  editOwnPrompt,
  listOwnPrompts,
  removeOwnPrompt,
  setOwnPromptActive,
  type SaveOwnPromptResult,
} from "~/domain/journal/prompts/own-prompts.server";
import { libraryFor, mayHaveOwnPrompts } from "~/domain/journal/prompts/prompt-library";
import { choosePrompt } from "~/domain/journal/prompts/prompt-of-day.server";
import { currentSlotOf } from "~/domain/journal/reflection/today.server";
import { memberAction } from "~/http/forms.server";
import { memberLoader, notFound } from "~/http/loaders.server";
import { redirectWithToast } from "~/http/toast.server";
import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";
import { AddForm, OwnPromptItem } from "./parts";

export const meta: MetaFunction = () => [{ title: t("Your own questions · Still and Know") }];

const HERE = "/journal/prompts";

/** A person's own questions. On the free plan they stay readable, and can be removed. */
export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ member }) => ({
    own: await listOwnPrompts(member),
    allowed: mayHaveOwnPrompts(member.subscriptionTier),
    used: member.promptSetPreference === "random_prompts",
    count: libraryFor(member.subscriptionTier).length,
  }));

export const action = (args: ActionFunctionArgs) =>
  memberAction(args, { schema: OwnPromptSchema }, async ({ member, value, submission, refuse }) => {
    const answer = (result: SaveOwnPromptResult, title: string) => {
      if (result.ok) return redirectWithToast(HERE, { title, tone: "success" });
      if (result.code === "not_found") throw notFound();
      return refuse({
        status: result.code === "not_in_plan" ? 403 : 409,
        notice: OWN_PROMPT_REFUSALS[result.code],
      });
    };
    switch (value.intent) {
      case "add":
        return answer(await addOwnPrompt(member, value, submission), t("Added"));
      case "edit":
        return answer(await editOwnPrompt(member, value.id, value), t("Saved"));
      case "on":
      case "off":
        if (!(await setOwnPromptActive(member, value.id, value.intent === "on"))) throw notFound();
        return redirect(HERE);
      case "remove":
        if (!(await removeOwnPrompt(member, value.id))) throw notFound();
        return redirectWithToast(HERE, { title: t("Removed"), tone: "info" });
      case "use": {
        const { slot, forDate } = currentSlotOf(member);
        if (!(await choosePrompt(member, slot, forDate, `own.${value.id}`))) throw notFound();
        return redirect(`/journal/${slot}`);
      }
    }
  });

export default function PromptsPage() {
  const { own, allowed, used, count } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return (
    <>
      <PageHeading
        title={t("Your own questions")}
        intro={
          <>
            {allowed
              ? t(
                  "Random Prompts asks from {count} questions and from yours. Each of yours comes round about every two months.",
                  { count },
                )
              : t("Random Prompts asks from {count} questions.", { count })}{" "}
            {!used && <Link to="/settings/prayer">{t("Choose Random Prompts in the settings")}</Link>}
          </>
        }
      />
      {reply?.notice && <FormNotice title={reply.notice.title} text={reply.notice.text} />}
      {allowed ? (
        <AddForm key={own.length} reply={reply} />
      ) : (
        <p>
          <Trans>
            Questions of your own belong to the Growth Plan and the Formation Plan.{" "}
            <Link to="/subscribe">See the plans</Link>.
          </Trans>
        </p>
      )}
      {own.length > 0 && (
        <ul className="mt-12 divide-y divide-line border-y border-line">
          {own.map((prompt) => (
            <OwnPromptItem key={prompt.id} prompt={prompt} allowed={allowed} used={used} reply={reply} />
          ))}
        </ul>
      )}
    </>
  );
}
