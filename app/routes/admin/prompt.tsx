import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useActionData, useLoaderData, type Params } from "@remix-run/react";
import { Section } from "~/components/admin/facts";
import { PostForm, SubmitButton } from "~/components/forms/post-form";
import { PageHeading } from "~/components/ui/page-heading";
import {
  EditPromptSchema,
  readLibrary,
  removePrompt,
  savePrompt,
} from "~/domain/administration/library.server";
import type { Member } from "~/domain/member/member";
import { redirectWithToast } from "~/http/cookies.server";
import { adminAction } from "~/http/form/guarded-actions.server";
import { adminLoader, notFound } from "~/http/guards.server";
import { t } from "~/i18n/t";
import * as paths from "~/paths";
import { PromptForm } from "./prompts/prompt-form";

export const meta: MetaFunction = () => [{ title: t("Edit a question · Still and Know") }];

async function addedPrompt(id: string | undefined) {
  const { prompts } = await readLibrary();
  const prompt = prompts.find((one) => one.isAdded && one.id === id);
  if (!prompt) throw notFound();
  return prompt;
}

async function valuesOfPrompt(id: string | undefined) {
  const { category, slot, depth, season, text } = await addedPrompt(id);
  return { category, slot, depth: String(depth), season: season ?? "", text };
}

export const loader = (args: LoaderFunctionArgs) =>
  adminLoader(args, ({ params }) => valuesOfPrompt(params.promptId));

const storedPrompt = (form: FormData, _member: Member, { promptId }: Params) =>
  form.get("intent") === "save" ? valuesOfPrompt(promptId) : undefined;

export const action = (args: ActionFunctionArgs) =>
  adminAction(
    args,
    { schema: EditPromptSchema, stored: storedPrompt, once: true },
    async ({ params, member, value, refuse }) => {
      const { id } = await addedPrompt(params.promptId);
      if (value.intent === "remove") {
        await removePrompt(member, id);
        return redirectWithToast(paths.adminPrompts(), { title: t("Question removed"), tone: "info" });
      }
      const { intent: _, ...prompt } = value;
      if ((await savePrompt(member, prompt, id)).ok)
        return redirectWithToast(paths.adminPrompts(), { title: t("Question saved"), tone: "success" });
      return refuse({ status: 409, fields: { text: [t("This question is already in the library.")] } });
    },
  );

export default function EditPromptPage() {
  const prompt = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return (
    <>
      <PageHeading
        eyebrow={<Link to={paths.adminPrompts()}>{t("Prompts and passages")}</Link>}
        title={t("Edit a question")}
      />
      <PromptForm reply={reply} intent="save" button={t("Save the question")} value={prompt} />
      <div className="mt-12">
        <Section
          id="remove"
          title={t("Remove")}
          intro={t("It will no longer be asked. Answers already given to it stay.")}
        >
          <PostForm>
            <SubmitButton name="intent" value="remove" variant="danger" pendingText={t("One moment…")}>
              {t("Remove this question")}
            </SubmitButton>
          </PostForm>
        </Section>
      </div>
    </>
  );
}
