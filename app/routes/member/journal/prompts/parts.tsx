import { getFormProps, getSelectProps, useForm, type FieldMetadata } from "@conform-to/react";
import { Field } from "~/components/forms/field";
import { PostForm } from "~/components/forms/post-form";
import { SubmitButton } from "~/components/forms/submit-button";
import { OWN_PROMPT_LENGTH } from "~/domain/journal/prompts/own-prompt";
import type { OwnPrompt } from "~/domain/journal/prompts/own-prompts.server";
import type { FormReply } from "~/http/form/form-options.server";
import { t } from "~/i18n/t";

type Values = { text: string; slot: string };
const SLOT_NAMES = {
  any: t("Morning and evening"),
  morning: t("Morning"),
  evening: t("Evening"),
} as const;

/** A page with several forms shows a refusal at the form that was sent. */
function replyFor(reply: FormReply | undefined, intent: string, id?: string): FormReply | undefined {
  const sent = reply?.lastResult.initialValue;
  return sent?.intent === intent && (id === undefined || sent.id === id) ? reply : undefined;
}

function SlotChoice({ meta }: { meta: FieldMetadata<string, Values> }) {
  const { key: _, ...control } = getSelectProps(meta);
  return (
    <div>
      <label htmlFor={meta.id} className="mb-1.5 block font-medium">
        {t("Asked in the")}
      </label>
      <select {...control} className="control max-w-card">
        {Object.entries(SLOT_NAMES).map(([slot, name]) => (
          <option key={slot} value={slot}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}

/** A new question. */
export function AddPromptForm({ reply }: { reply: FormReply | undefined }) {
  const [form, fields] = useForm<Values>({
    id: "add-prompt",
    lastResult: replyFor(reply, "add")?.lastResult,
    defaultValue: { slot: "any" },
  });
  return (
    <PostForm {...getFormProps(form)} noValidate className="grid max-w-measure grid-cols-1 gap-5">
      <Field
        meta={fields.text}
        label={t("A new question")}
        hint={t("Encrypted, like everything you write.")}
        autoComplete="off"
        maxLength={OWN_PROMPT_LENGTH}
      />
      <SlotChoice meta={fields.slot} />
      <SubmitButton name="intent" value="add" pendingText={t("Adding…")} className="justify-self-start">
        {t("Add the question")}
      </SubmitButton>
    </PostForm>
  );
}

type Shown = Omit<OwnPrompt, "createdAt">;
type ItemProps = { prompt: Shown; used: boolean; reply: FormReply | undefined };

/** One of the person's own questions, and what can be done with it. */
export function OwnPromptItem({ prompt, used, reply }: ItemProps) {
  const { id, text, slot, active } = prompt;
  return (
    <li className="py-5">
      <p dir="auto" className={`font-serif text-lg ${active ? "" : "text-muted"}`}>
        {text}
      </p>
      <p className="text-sm text-muted">
        {SLOT_NAMES[slot]}
        {!active && ` · ${t("switched off")}`}
      </p>
      <PostForm className="mt-3 flex flex-wrap gap-3">
        <input type="hidden" name="id" value={id} />
        {active && used && (
          <SubmitButton name="intent" value="use" variant="quiet">
            {t("Write about it now")}
          </SubmitButton>
        )}{" "}
        <SubmitButton name="intent" value={active ? "off" : "on"} variant="quiet">
          {active ? t("Switch off") : t("Switch on")}
        </SubmitButton>{" "}
        <SubmitButton name="intent" value="remove" variant="danger">
          {t("Remove")}
        </SubmitButton>
      </PostForm>
      <EditForm prompt={prompt} reply={replyFor(reply, "edit", id)} />
    </li>
  );
}

function EditForm({ prompt, reply }: { prompt: Shown; reply: FormReply | undefined }) {
  const [form, fields] = useForm<Values>({
    id: `edit-${prompt.id}`,
    lastResult: reply?.lastResult,
    defaultValue: { text: prompt.text, slot: prompt.slot },
  });
  return (
    <details open={reply !== undefined} className="group mt-2">
      <summary className="inline-flex min-h-11 items-center text-sm text-muted underline underline-offset-4">
        {t("Edit")}
      </summary>
      <PostForm {...getFormProps(form)} noValidate className="grid max-w-measure grid-cols-1 gap-5 pb-2">
        <input type="hidden" name="id" value={prompt.id} />
        <Field meta={fields.text} label={t("Question")} autoComplete="off" maxLength={OWN_PROMPT_LENGTH} />
        <SlotChoice meta={fields.slot} />
        <SubmitButton
          name="intent"
          value="edit"
          variant="quiet"
          pendingText={t("Saving…")}
          className="justify-self-start"
        >
          {t("Save the question")}
        </SubmitButton>
      </PostForm>
    </details>
  );
}
