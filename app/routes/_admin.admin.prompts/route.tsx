import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { Section } from "~/components/admin/facts";
import { CATEGORY_CHOICES, PromptForm } from "~/components/admin/prompt-form";
import { FilterChoice, FilterForm } from "~/components/admin/filters";
import { PageHeading } from "~/components/ui/page-heading";
import { LibraryActionSchema } from "~/domain/administration/library-schema";
import {
  readLibrary,
  replacePassage,
  retirePrompt,
  savePrompt,
} from "~/domain/administration/library.server";
import { importLibrary } from "~/domain/administration/library-file.server";
import { CATEGORIES } from "~/domain/journal/prompts/prompt";
import { adminAction } from "~/http/forms.server";
import { adminLoader, notFound } from "~/http/loaders.server";
import { redirectWithToast } from "~/http/toast.server";
import { promptsWords } from "~/words/admin/prompts";
import { ImportForm, PassageForm, PassageTable } from "./passages";
import { LibraryTable, STATE_CHOICES } from "./parts";

export const meta: MetaFunction = () => [{ title: promptsWords.pageTitle }];

const HERE = "/admin/prompts";

export const loader = (args: LoaderFunctionArgs) =>
  adminLoader(args, async ({ url }) => {
    const category = CATEGORIES.find((one) => one === url.searchParams.get("category"));
    const state = STATE_CHOICES.find(([one]) => one === url.searchParams.get("state"))?.[0];
    const { prompts, passages } = await readLibrary();
    const shown = prompts.filter(
      (prompt) =>
        (!category || prompt.category === category) &&
        (!state ||
          (state === "added" && prompt.isAdded) ||
          (state === "retired" && prompt.isRetired) ||
          (state === "used" && !prompt.isRetired)),
    );
    const used = prompts.filter(({ isRetired }) => !isRetired).length;
    return { category, state, passages, prompts: shown, used, retired: prompts.length - used };
  });

const KNOWN = promptsWords.inTheLibraryAlready;
const FULL = promptsWords.thereAreAThousandAdded;

export const action = (args: ActionFunctionArgs) =>
  adminAction(args, { schema: LibraryActionSchema, once: true }, async ({ member, value, refuse }) => {
    switch (value.intent) {
      case "add": {
        const { intent: _, ...prompt } = value;
        const result = await savePrompt(member, prompt);
        if (result.ok) return redirectWithToast(HERE, { title: promptsWords.questionAdded, tone: "success" });
        return refuse({ status: 409, fields: { text: [result.code === "known" ? KNOWN : FULL] } });
      }
      case "retire":
      case "return": {
        const retires = value.intent === "retire";
        if (!(await retirePrompt(member, value.id, retires))) throw notFound();
        const title = retires ? promptsWords.questionRetired : promptsWords.questionBroughtBack;
        return redirectWithToast(HERE, { title, tone: "info" });
      }
      case "replace": {
        if (await replacePassage(member, value.reference, value.replacement))
          return redirectWithToast(HERE, { title: promptsWords.anotherPassageIsReadNow, tone: "success" });
        const text = promptsWords.noVerse;
        return refuse({ status: 400, fields: { replacement: [text] } });
      }
      case "restore":
        await replacePassage(member, value.reference, null);
        return redirectWithToast(HERE, { title: promptsWords.thePassageIsReadAgain, tone: "info" });
      case "import": {
        const result = await importLibrary(member, value.library);
        if (!result.ok) return refuse({ status: 400, fields: { library: [promptsWords.noFileOfOurs] } });
        const text = promptsWords.takenInCounts({
          added: result.added,
          changed: result.changed,
          skipped: result.skipped,
        });
        return redirectWithToast(HERE, { title: promptsWords.libraryTakenIn, text, tone: "success" });
      }
    }
  });

export default function PromptsPage() {
  const { category, state, prompts, passages, used, retired } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return (
    <>
      <PageHeading
        title={promptsWords.promptsAndPassages}
        intro={promptsWords.countsIntro({ used, retired })}
      />
      <Section id="add" title={promptsWords.addAQuestion}>
        <PromptForm
          key={`add-${prompts.length}`}
          reply={reply}
          intent="add"
          button={promptsWords.addTheQuestion}
        />
      </Section>
      <Section id="library" title={promptsWords.library}>
        <FilterForm action={HERE} label={promptsWords.findQuestions} filtered={Boolean(category ?? state)}>
          <FilterChoice
            name="category"
            label={promptsWords.category}
            value={category}
            options={CATEGORY_CHOICES}
          />
          <FilterChoice name="state" label={promptsWords.state} value={state} options={STATE_CHOICES} />
        </FilterForm>
        <LibraryTable prompts={prompts} />
      </Section>
      <Section id="passages" title={promptsWords.passages} intro={promptsWords.passagesIntro}>
        <PassageTable passages={passages} />
        <PassageForm key={`passage-${passages.length}`} reply={reply} />
        <p className="mt-5">
          <Link to="/admin/scripture-analytics#preview">{promptsWords.seeADayOfThePlans}</Link>
        </p>
      </Section>
      <Section
        id="file"
        title={promptsWords.takeTheChangesAlong}
        intro={promptsWords.takeTheChangesAlongIntro}
      >
        <ImportForm reply={reply} />
      </Section>
    </>
  );
}
