import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { FilterForm } from "~/components/admin/admin-list";
import { Section } from "~/components/admin/facts";
import { PageHeading } from "~/components/ui/page-heading";
import {
  importLibrary,
  LibraryActionSchema,
  readLibrary,
  replacePassage,
  retirePrompt,
  savePrompt,
} from "~/domain/administration/library.server";
import { CATEGORIES, CATEGORY_NAMES, type Category } from "~/domain/journal/prompts/prompt-categories";
import { redirectWithToast } from "~/http/cookies.server";
import { adminAction } from "~/http/form/guarded-actions.server";
import { adminLoader, notFound } from "~/http/guards.server";
import { t } from "~/i18n/t";
import * as paths from "~/paths";
import { ImportLibraryForm, LibraryTable, PassageForm, PassageTable, STATE_CHOICES } from "./parts";
import { PromptForm } from "./prompt-form";

export const meta: MetaFunction = () => [{ title: t("Prompts and passages · Still and Know") }];

const HERE = paths.adminPrompts();
const categoryOf = (url: URL) => CATEGORIES.find((one) => one === url.searchParams.get("category"));
const categoryPath = (category: Category | undefined) => (category ? `${HERE}?category=${category}` : HERE);

export const loader = (args: LoaderFunctionArgs) =>
  adminLoader(args, async ({ url }) => {
    const state = STATE_CHOICES.find(([one]) => one === url.searchParams.get("state"))?.[0];
    const isFew = state === "added" || state === "retired";
    // The whole library would fill forty phone screens, so it is shown by category. The few added or retired questions are
    // shown together.
    const category = categoryOf(url) ?? (isFew ? undefined : CATEGORIES[0]);
    const { prompts, passages } = await readLibrary();
    const matching = prompts.filter(
      ({ isAdded, isRetired }) =>
        !state ||
        (state === "added" && isAdded) ||
        (state === "retired" && isRetired) ||
        (state === "used" && !isRetired),
    );
    const categories = CATEGORIES.map((key) => {
      const count = matching.filter((prompt) => prompt.category === key).length;
      return [key, t("{category} ({count})", { category: CATEGORY_NAMES[key], count })] as const;
    });
    const listed = category ? matching.filter((prompt) => prompt.category === category) : matching;
    const used = prompts.filter(({ isRetired }) => !isRetired).length;
    return {
      category,
      categories,
      state,
      isFew,
      passages,
      prompts: listed,
      used,
      retired: prompts.length - used,
    };
  });

const DUPLICATE_PROMPT = t("This question is already in the library.");
const LIBRARY_FULL = t("There are already a thousand added questions.");

export const action = (args: ActionFunctionArgs) =>
  adminAction(
    args,
    { schema: LibraryActionSchema, once: true },
    async ({ request, member, value, refuse }) => {
      switch (value.intent) {
        case "add": {
          const { intent: _, ...prompt } = value;
          const result = await savePrompt(member, prompt);
          if (result.ok)
            return redirectWithToast(categoryPath(value.category), {
              title: t("Question added"),
              tone: "success",
            });
          return refuse({
            status: 409,
            fields: { text: [result.code === "known" ? DUPLICATE_PROMPT : LIBRARY_FULL] },
          });
        }
        case "retire":
        case "return": {
          const isRetiring = value.intent === "retire";
          if (!(await retirePrompt(member, value.id, isRetiring))) throw notFound();
          const title = isRetiring ? t("Question retired") : t("Question restored");
          return redirectWithToast(categoryPath(categoryOf(new URL(request.url))), { title, tone: "info" });
        }
        case "replace": {
          if (await replacePassage(member, value.reference, value.replacement))
            return redirectWithToast(HERE, { title: t("Another passage is now read"), tone: "success" });
          const text = t("This names no verse of our Bible, or more than twelve.");
          return refuse({ status: 400, fields: { replacement: [text] } });
        }
        case "restore":
          await replacePassage(member, value.reference, null);
          return redirectWithToast(HERE, { title: t("The original passage is restored"), tone: "info" });
        case "import": {
          const result = await importLibrary(member, value.library);
          if (!result.ok)
            return refuse({ status: 400, fields: { library: [t("This is not an export of our library.")] } });
          const text = t("{added} added, {changed} changed, {skipped} already present or unreadable.", {
            added: result.added,
            changed: result.changed,
            skipped: result.skipped,
          });
          return redirectWithToast(HERE, { title: t("Library imported"), text, tone: "success" });
        }
      }
    },
  );

export default function PromptsPage() {
  const { category, categories, state, isFew, prompts, passages, used, retired } =
    useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return (
    <>
      <PageHeading
        title={t("Prompts and passages")}
        intro={t(
          "{used} questions are in use, {retired} retired. A change takes effect within a minute; what people have answered stays as it was.",
          { used, retired },
        )}
      />
      <Section id="add" title={t("Add a question")}>
        <PromptForm key={`add-${prompts.length}`} reply={reply} intent="add" button={t("Add the question")} />
      </Section>
      <Section id="library" title={t("Library")}>
        <FilterForm
          action={HERE}
          label={t("Find questions")}
          chosen={{ category, state }}
          withUndo={false}
          filters={[
            {
              name: "category",
              label: t("Category"),
              choices: categories,
              all: isFew ? t("All") : null,
            },
            { name: "state", label: t("State"), choices: STATE_CHOICES },
          ]}
        />
        <LibraryTable prompts={prompts} />
      </Section>
      <Section
        id="passages"
        title={t("Passages")}
        intro={t("If a passage of the plans does not suit you, choose another to be read instead.")}
      >
        <PassageTable passages={passages} />
        <PassageForm key={`passage-${passages.length}`} reply={reply} />
        <p className="mt-5">
          <Link to={`${paths.adminScriptureAnalytics()}#preview`}>{t("See a day of the plans")}</Link>
        </p>
      </Section>
      <Section
        id="file"
        title={t("Export the changes")}
        intro={t("What was added, retired and replaced, as JSON.")}
      >
        <ImportLibraryForm reply={reply} />
      </Section>
    </>
  );
}
