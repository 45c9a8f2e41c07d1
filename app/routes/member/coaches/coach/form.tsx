import { getFormProps, useForm } from "@conform-to/react";
import { Field } from "~/components/forms/field";
import { FieldErrors } from "~/components/forms/field-messages";
import { PostForm } from "~/components/forms/post-form";
import { SubmitButton } from "~/components/forms/submit-button";
import { WritingArea } from "~/components/forms/writing-area";
import { COACH_LIMITS } from "~/domain/coaches/thread";
import type { FormReply } from "~/http/form/form-options.server";
import { t } from "~/i18n/t";

type Offered = { id: string; date: string; name: string; excerpt: string };
type Values = { passage: string; entry: string[]; message: string };

/** What a conversation is about: nothing is ticked unless the person ticks it. */
export function StartForm({
  asks,
  entries,
  passage,
  reply,
}: {
  /** What its first field is for; null where there is none. */
  asks: string | null;
  entries: Offered[];
  /** The passage of the day, for the coach that reads; null for the others. */
  passage: string | null;
  reply: FormReply | undefined;
}) {
  const [form, fields] = useForm<Values>({
    id: "start",
    lastResult: reply?.lastResult,
    defaultValue: { passage: passage ?? "" },
  });
  return (
    <PostForm
      {...getFormProps(form)}
      noValidate
      className="mt-8 grid max-w-measure grid-cols-1 gap-6"
      notice={reply?.notice}
    >
      {passage !== null && (
        <Field
          meta={fields.passage}
          label={t("Passage")}
          hint={t("Today’s passage, or any other reference, like John 15:4–8.")}
          autoComplete="off"
          maxLength={80}
        />
      )}
      {entries.length > 0 && (
        <details open={fields.entry.errors !== undefined} className="group min-w-0">
          <summary className="inline-flex min-h-11 items-center font-medium underline decoration-line underline-offset-4">
            {t("Choose entries to talk about")}
          </summary>
          <fieldset
            className="min-w-0"
            aria-describedby={fields.entry.errors ? fields.entry.errorId : undefined}
          >
            <legend className="mb-2 text-sm text-muted">
              {t(
                "None is chosen unless you tick it; {entries} at most. Entries you exclude from insights are not offered.",
                { entries: COACH_LIMITS.entries },
              )}
            </legend>
            <ul className="divide-y divide-line border-y border-line">
              {entries.map(({ id, date, name, excerpt }) => (
                <li key={id} className="flex items-start gap-3 py-1">
                  <input
                    type="checkbox"
                    id={`entry-${id}`}
                    name="entry"
                    value={id}
                    className="mt-2.5 shrink-0"
                  />
                  <label htmlFor={`entry-${id}`} className="min-h-11 min-w-0 flex-1 py-2 leading-snug">
                    <bdi className="font-medium">{name}</bdi>{" "}
                    <span className="text-sm text-muted">{date}</span>{" "}
                    <span dir="auto" className="mt-0.5 line-clamp-2 break-words font-serif text-muted">
                      {excerpt}
                    </span>
                  </label>
                </li>
              ))}
            </ul>
          </fieldset>
          <FieldErrors id={fields.entry.errorId} errors={fields.entry.errors} />
        </details>
      )}
      {asks !== null && (
        <WritingArea
          meta={fields.message}
          label={asks}
          hint={t("Leave this empty to begin with a question.")}
          size="short"
          maxLength={COACH_LIMITS.message}
        />
      )}
      <SubmitButton name="intent" value="start" pendingText={t("Beginning…")} className="justify-self-start">
        {t("Begin a conversation")}
      </SubmitButton>
    </PostForm>
  );
}
