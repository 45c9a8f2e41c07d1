import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import * as addresses from "~/addresses";
import { FormNotice } from "~/components/forms/form-notice";
import { PageHeading } from "~/components/ui/page-heading";
import { OWN_PROMPT_REFUSALS, OwnPromptFormSchema } from "~/domain/journal/prompts/own-prompts-schema";
import {
  addOwnPrompt,
  editOwnPrompt,
  listOwnPrompts,
  removeOwnPrompt,
  setOwnPromptActive,
  type SaveOwnPromptResult,
} from "~/domain/journal/prompts/own-prompts.server";
import { libraryFor } from "~/domain/journal/prompts/prompt-library";
import { choosePrompt } from "~/domain/journal/prompts/prompt-of-day.server";
import type { Member } from "~/domain/member/member";
import { currentSlotOf } from "~/domain/member/today.server";
import { memberAction } from "~/http/form/guarded-actions.server";
import { memberLoader, notFound } from "~/http/loaders.server";
import { redirectWithToast } from "~/http/toast.server";
import { t } from "~/i18n/t";
import { AddPromptForm, OwnPromptItem } from "./parts";

export const meta: MetaFunction = () => [{ title: t("Your own questions · Still and Know") }];

const HERE = addresses.ownPrompts();

/** A person's own questions. They belong to everyone, whatever the plan. */
export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ member }) => ({
    own: (await listOwnPrompts(member)).map(({ id, text, slot, active }) => ({ id, text, slot, active })),
    used: member.promptSetPreference === "random_prompts",
    count: libraryFor(member.subscriptionTier).length,
  }));

async function storedPrompt(form: FormData, member: Member) {
  if (form.get("intent") !== "edit") return undefined;
  const prompt = (await listOwnPrompts(member)).find(({ id }) => id === form.get("id"));
  return prompt && { text: prompt.text, slot: prompt.slot };
}

export const action = (args: ActionFunctionArgs) =>
  memberAction(
    args,
    { schema: OwnPromptFormSchema, stored: storedPrompt },
    async ({ member, value, submission, refuse }) => {
      const answer = (result: SaveOwnPromptResult, title: string) => {
        if (result.ok) return redirectWithToast(HERE, { title, tone: "success" });
        if (result.code === "not_found") throw notFound();
        return refuse({
          status: 409,
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
          return redirect(addresses.reflection(slot));
        }
      }
    },
  );

export default function PromptsPage() {
  const { own, used, count } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return (
    <>
      <PageHeading
        title={t("Your own questions")}
        intro={
          <>
            {t(
              "Random Prompts asks from {count} questions and from yours. Each of yours comes round about every two months.",
              { count },
            )}{" "}
            {!used && (
              <Link to={addresses.settingsPrayer()}>{t("Choose Random Prompts in the settings")}</Link>
            )}
          </>
        }
      />
      {reply?.notice && <FormNotice title={reply.notice.title} text={reply.notice.text} />}
      <AddPromptForm key={own.length} reply={reply} />
      {own.length > 0 && (
        <ul className="mt-12 divide-y divide-line border-y border-line">
          {own.map((prompt) => (
            <OwnPromptItem key={prompt.id} prompt={prompt} used={used} reply={reply} />
          ))}
        </ul>
      )}
    </>
  );
}
