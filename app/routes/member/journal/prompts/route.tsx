import { getFormProps, getSelectProps, useForm, type FieldMetadata } from "@conform-to/react";
import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { Field } from "~/components/forms/field";
import { FormNotice, PostForm, SubmitButton } from "~/components/forms/post-form";
import { SettingsPage } from "~/components/settings/settings-page";
import {
  addOwnPrompt,
  editOwnPrompt,
  listOwnPrompts,
  removeOwnPrompt,
  setOwnPromptActive,
  type OwnPrompt,
  type SaveOwnPromptResult,
} from "~/domain/journal/prompts/own-prompts.server";
import { OWN_PROMPT_LENGTH } from "~/domain/journal/prompts/prompt-categories";
import { libraryFor } from "~/domain/journal/prompts/prompt-library.state";
import { choosePrompt } from "~/domain/journal/prompts/prompt-of-day.server";
import { OWN_PROMPT_REFUSALS, OwnPromptFormSchema } from "~/domain/journal/schema";
import { currentSlotOf } from "~/domain/member/current-member.server";
import type { Member } from "~/domain/member/member";
import { redirectWithToast } from "~/http/cookies.server";
import type { FormReply } from "~/http/form/form-options.server";
import { memberAction } from "~/http/form/guarded-actions.server";
import { memberLoader, notFound } from "~/http/guards.server";
import { t } from "~/i18n/t";
import * as paths from "~/paths";

type Values = { text: string; slot: string };
const SLOT_NAMES = {
  any: t("Morning and evening"),
  morning: t("Morning"),
  evening: t("Evening"),
} as const;

/** The reply for one of several forms of the page. */
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
      <SubmitButton name="intent" value="add" pendingText={t("Adding…")}>
        {t("Add the question")}
      </SubmitButton>
    </PostForm>
  );
}

type PromptView = Omit<OwnPrompt, "createdAt">;
type ItemProps = { prompt: PromptView; used: boolean; reply: FormReply | undefined };

/** A question of the member with its forms. */
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

function EditForm({ prompt, reply }: { prompt: PromptView; reply: FormReply | undefined }) {
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
        <SubmitButton name="intent" value="edit" variant="quiet" pendingText={t("Saving…")}>
          {t("Save the question")}
        </SubmitButton>
      </PostForm>
    </details>
  );
}

export const meta: MetaFunction = () => [{ title: t("Your own questions · Still and Know") }];

const HERE = paths.ownPrompts();

/** The member's own questions, available on every plan. */
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
          return redirect(paths.reflection(slot));
        }
      }
    },
  );

export default function PromptsPage() {
  const { own, used, count } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return (
    <SettingsPage
      intro={
        <>
          {t(
            "Random Prompts asks from {count} questions and from yours. You’ll see each of yours about every two months.",
            { count },
          )}{" "}
          {!used && <Link to={paths.settingsPrayer()}>{t("Choose Random Prompts")}</Link>}
        </>
      }
    >
      {reply?.notice && <FormNotice title={reply.notice.title} text={reply.notice.text} />}
      <AddPromptForm key={own.length} reply={reply} />
      {own.length > 0 && (
        <ul className="mt-12 divide-y divide-line border-y border-line">
          {own.map((prompt) => (
            <OwnPromptItem key={prompt.id} prompt={prompt} used={used} reply={reply} />
          ))}
        </ul>
      )}
    </SettingsPage>
  );
}
