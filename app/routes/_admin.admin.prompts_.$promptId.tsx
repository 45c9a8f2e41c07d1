import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import { PromptForm } from "~/components/admin/prompt-form";
import { Section } from "~/components/admin/facts";
import { FormProtection } from "~/components/forms/form-protection";
import { SubmitButton } from "~/components/forms/submit-button";
import { PageHeading } from "~/components/ui/page-heading";
import { EditPromptSchema } from "~/domain/administration/library-schema";
import { readLibrary, removePrompt, savePrompt } from "~/domain/administration/library.server";
import { adminAction } from "~/http/forms.server";
import { adminLoader, notFound } from "~/http/loaders.server";
import { redirectWithToast } from "~/http/toast.server";
import { promptWords } from "~/words/admin/prompt";

export const meta: MetaFunction = () => [{ title: promptWords.pageTitle }];

async function addedPrompt(id: string | undefined) {
  const { prompts } = await readLibrary();
  const prompt = prompts.find((one) => one.isAdded && one.id === id);
  if (!prompt) throw notFound();
  return prompt;
}

export const loader = (args: LoaderFunctionArgs) =>
  adminLoader(args, async ({ params }) => {
    const { category, slot, depth, season, text } = await addedPrompt(params.promptId);
    return { category, slot, depth: String(depth), season: season ?? "", text };
  });

export const action = (args: ActionFunctionArgs) =>
  adminAction(args, { schema: EditPromptSchema, once: true }, async ({ params, member, value, refuse }) => {
    const { id } = await addedPrompt(params.promptId);
    if (value.intent === "remove") {
      await removePrompt(member, id);
      return redirectWithToast("/admin/prompts", { title: promptWords.questionRemoved, tone: "info" });
    }
    const { intent: _, ...prompt } = value;
    if ((await savePrompt(member, prompt, id)).ok)
      return redirectWithToast("/admin/prompts", { title: promptWords.questionSaved, tone: "success" });
    return refuse({ status: 409, fields: { text: [promptWords.inTheLibraryAlready] } });
  });

export default function EditPromptPage() {
  const prompt = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return (
    <>
      <PageHeading
        eyebrow={<Link to="/admin/prompts">{promptWords.promptsAndPassages}</Link>}
        title={promptWords.editAQuestion}
      />
      <PromptForm reply={reply} intent="save" button={promptWords.saveTheQuestion} value={prompt} />
      <div className="mt-12">
        <Section id="remove" title={promptWords.remove} intro={promptWords.removeIntro}>
          <Form method="post">
            <FormProtection />
            <SubmitButton
              name="intent"
              value="remove"
              variant="danger"
              pendingText={promptWords.removeThisQuestionBusy}
            >
              {promptWords.removeThisQuestion}
            </SubmitButton>
          </Form>
        </Section>
      </div>
    </>
  );
}
