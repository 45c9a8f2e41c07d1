import { getFormProps, useForm, type FieldMetadata } from "@conform-to/react";
import { Field, FieldErrors } from "~/components/forms/field";
import { PostForm, replyForIntent, SubmitButton } from "~/components/forms/post-form";
import { SEASON_NAMES, SEASONS } from "~/domain/calendar/church-year";
import { CATEGORIES, CATEGORY_NAMES } from "~/domain/journal/prompts/prompt-categories";
import type { FormReply } from "~/http/form/form-options.server";
import { t } from "~/i18n/t";

const CATEGORY_CHOICES = CATEGORIES.map((category) => [category, CATEGORY_NAMES[category]] as const);
const SLOT_CHOICES = [
  ["any", t("Any time")],
  ["morning", t("Morning")],
  ["evening", t("Evening")],
] as const;
const DEPTH_CHOICES = [
  ["1", t("Light")],
  ["2", t("A little more")],
  ["3", t("Deep")],
] as const;
const SEASON_CHOICES = [
  ["", t("All year")] as const,
  ...SEASONS.map((season) => [season, SEASON_NAMES[season]] as const),
];

type PromptFields = { category: string; slot: string; depth: string; season: string; text: string };

/** Adds or edits a question of the library. */
export function PromptForm({
  reply,
  intent,
  button,
  value,
}: {
  reply: FormReply | undefined;
  intent: "add" | "save";
  button: string;
  value?: PromptFields;
}) {
  const [form, fields] = useForm<PromptFields>({
    id: `${intent}-prompt`,
    lastResult: replyForIntent(reply, intent)?.lastResult,
    defaultValue: value ?? { category: "gratitude", slot: "any", depth: "1", season: "" },
  });
  return (
    <PostForm {...getFormProps(form)} noValidate>
      <Field meta={fields.text} label={t("Question")} multiline rows={2} maxLength={300} />
      <div className="mt-5 grid grid-cols-1 gap-5 sm:grid-cols-2 lg:grid-cols-4">
        <Choice meta={fields.category} label={t("Category")} options={CATEGORY_CHOICES} />
        <Choice meta={fields.slot} label={t("Time of day")} options={SLOT_CHOICES} />
        <Choice meta={fields.depth} label={t("Depth")} options={DEPTH_CHOICES} />
        <Choice meta={fields.season} label={t("Season")} options={SEASON_CHOICES} />
      </div>
      <SubmitButton name="intent" value={intent} pendingText={t("Saving…")} className="mt-6">
        {button}
      </SubmitButton>
    </PostForm>
  );
}

function Choice({
  meta,
  label,
  options,
}: {
  meta: FieldMetadata<string, PromptFields>;
  label: string;
  options: readonly (readonly [string, string])[];
}) {
  return (
    <div>
      <label htmlFor={meta.id} className="mb-1.5 block text-sm font-medium">
        {label}
      </label>
      <select
        id={meta.id}
        name={meta.name}
        defaultValue={meta.initialValue ?? ""}
        aria-describedby={meta.errors ? meta.errorId : undefined}
        className="control"
      >
        {options.map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
      <FieldErrors id={meta.errorId} errors={meta.errors} />
    </div>
  );
}
