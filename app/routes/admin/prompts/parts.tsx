import { getFormProps, useForm } from "@conform-to/react";
import { Link } from "@remix-run/react";
import { DataTable } from "~/components/admin/data-table";
import { Field } from "~/components/forms/field";
import { PostForm, replyForIntent, SubmitButton } from "~/components/forms/post-form";
import { Badge } from "~/components/ui/badge";
import { ButtonLink } from "~/components/ui/button";
import { SEASON_NAMES, type Season } from "~/domain/calendar/church-year";
import { CATEGORY_NAMES, type Category } from "~/domain/journal/prompts/prompt-categories";
import type { FormReply } from "~/http/form/form-options.server";
import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";
import * as paths from "~/paths";

export const STATE_CHOICES = [
  ["used", t("In use")],
  ["added", t("Added here")],
  ["retired", t("Retired")],
] as const;
type Prompt = {
  id: string;
  category: Category | "own";
  slot: "any" | "morning" | "evening";
  depth: number;
  text: string;
  season?: Season;
  isAdded: boolean;
  isRetired: boolean;
};

const SLOT_NAMES = { any: t("any time"), morning: t("morning"), evening: t("evening") };

function describeTiming({ slot, depth, season }: Prompt): string {
  const when = SLOT_NAMES[slot];
  return season
    ? t("{when}, depth {depth}, {season}", { when, depth, season: SEASON_NAMES[season] })
    : t("{when}, depth {depth}", { when, depth });
}

export function LibraryTable({ prompts }: { prompts: Prompt[] }) {
  return (
    <DataTable
      caption={t("Questions")}
      rows={prompts}
      rowKey={({ id }) => id}
      empty={t("No question matches this.")}
      columns={[
        {
          label: t("Question"),
          isName: true,
          cell: ({ text, isRetired, isAdded }) => (
            <>
              {text} {isRetired && <Badge>{t("Retired")}</Badge>}
              {isAdded && <Badge tone="accent">{t("Added here")}</Badge>}
            </>
          ),
        },
        { label: t("Category"), cell: ({ category }) => CATEGORY_NAMES[category] },
        { label: t("When"), cell: describeTiming },
        { label: t("Change"), cell: (prompt) => <PromptChange {...prompt} /> },
      ]}
    />
  );
}

function PromptChange({ id, text, category, isAdded, isRetired }: Prompt) {
  if (isAdded)
    return (
      <Link to={paths.adminPrompt(id)}>
        <Trans>
          Edit<span className="sr-only">: {text}</span>
        </Trans>
      </Link>
    );
  return (
    <PostForm action={paths.adminPrompts({ category })}>
      <input type="hidden" name="id" value={id} />
      <button
        type="submit"
        name="intent"
        value={isRetired ? "return" : "retire"}
        className="min-h-11 underline"
      >
        {isRetired ? t("Restore") : t("Retire")}
        <span className="sr-only">: {text}</span>
      </button>
    </PostForm>
  );
}

type WithReply = { reply: FormReply | undefined };

export function PassageTable({ passages }: { passages: { reference: string; replacement: string }[] }) {
  return (
    <DataTable
      className="mb-6"
      caption={t("Replaced passages")}
      rows={passages}
      rowKey={({ reference }) => reference}
      empty={t("No passages have been replaced.")}
      columns={[
        { label: t("Instead of"), isName: true, cell: ({ reference }) => reference },
        { label: t("Read"), cell: ({ replacement }) => replacement },
        {
          label: t("Change"),
          cell: ({ reference }) => (
            <PostForm action={paths.adminPrompts()}>
              <input type="hidden" name="reference" value={reference} />
              <button type="submit" name="intent" value="restore" className="min-h-11 underline">
                <Trans>
                  Default<span className="sr-only">: {reference}</span>
                </Trans>
              </button>
            </PostForm>
          ),
        },
      ]}
    />
  );
}

export function PassageForm({ reply }: WithReply) {
  const [form, fields] = useForm<{ reference: string; replacement: string }>({
    id: "passage",
    lastResult: replyForIntent(reply, "replace")?.lastResult,
  });
  return (
    <PostForm
      {...getFormProps(form)}
      noValidate
      className="grid grid-cols-1 items-start gap-5 sm:grid-cols-2"
    >
      <Field
        meta={fields.reference}
        label={t("Instead of")}
        hint={t("As the plan names it, such as Psalm 46:1-11.")}
        autoComplete="off"
      />
      <Field
        meta={fields.replacement}
        label={t("Read")}
        hint={t("Twelve verses or fewer.")}
        autoComplete="off"
      />
      <div>
        <SubmitButton name="intent" value="replace" variant="quiet" pendingText={t("Saving…")}>
          {t("Read this instead")}
        </SubmitButton>
      </div>
    </PostForm>
  );
}

export function ImportLibraryForm({ reply }: WithReply) {
  const [form, fields] = useForm<{ library: string }>({
    id: "library-file",
    lastResult: replyForIntent(reply, "import")?.lastResult,
  });
  return (
    <>
      <p className="mb-6">
        <ButtonLink to={paths.adminPromptsFile()} reloadDocument variant="quiet">
          {t("Export as JSON")}
        </ButtonLink>
      </p>
      <PostForm {...getFormProps(form)} noValidate className="grid grid-cols-1 gap-5">
        <Field
          meta={fields.library}
          label={t("Import: paste such a file here")}
          multiline
          rows={5}
          spellCheck={false}
        />
        <div>
          <SubmitButton name="intent" value="import" variant="quiet" pendingText={t("Importing…")}>
            {t("Import")}
          </SubmitButton>
        </div>
      </PostForm>
    </>
  );
}
