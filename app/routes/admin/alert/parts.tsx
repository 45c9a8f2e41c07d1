import { getFormProps, useForm } from "@conform-to/react";
import { Field } from "~/components/forms/field";
import { PostForm } from "~/components/forms/post-form";
import { SubmitButton } from "~/components/forms/submit-button";
import type { FormReply } from "~/http/form/form-options.server";
import { t } from "~/i18n/t";

const STEP_WORDS = {
  opened: t("Opened"),
  acknowledged: t("Acknowledged"),
  noted: t("Note"),
  calmed: t("Ended on its own"),
  resolved: t("Resolved"),
} as const;

type Step = { at: string; what: keyof typeof STEP_WORDS; by: number | null; note: string };

export function AlertHistory({ steps }: { steps: Step[] }) {
  return (
    <ol className="divide-y divide-line border-y border-line">
      {steps.map(({ at, what, by, note }, index) => (
        <li key={`${index} ${at}`} className="py-3">
          <p>
            <span className="font-medium">{STEP_WORDS[what]}</span>{" "}
            <span className="text-sm text-muted">
              {by === null ? t("{at} UTC, by the server", { at }) : t("{at} UTC, by user {by}", { at, by })}
            </span>
          </p>
          {note && <p className="mt-1 whitespace-pre-wrap break-words">{note}</p>}
        </li>
      ))}
    </ol>
  );
}

export function MoveForm({
  state,
  reply,
}: {
  state: "open" | "acknowledged" | "resolved";
  reply: FormReply | undefined;
}) {
  const [form, fields] = useForm<{ note: string }>({ id: "alert", lastResult: reply?.lastResult });
  return (
    <PostForm
      {...getFormProps(form)}
      noValidate
      className="grid max-w-measure grid-cols-1 gap-5"
      notice={reply?.notice}
    >
      <Field
        meta={fields.note}
        label={t("Note")}
        hint={t("For other administrators: what was seen, what was done. Never anything people wrote.")}
        multiline
        rows={4}
        maxLength={1000}
      />
      <div className="flex flex-wrap gap-3">
        {state === "open" && (
          <SubmitButton name="intent" value="acknowledge" pendingText={t("One moment…")}>
            {t("Acknowledge")}
          </SubmitButton>
        )}
        {state !== "resolved" && (
          <SubmitButton
            name="intent"
            value="resolve"
            variant={state === "open" ? "quiet" : "primary"}
            pendingText={t("One moment…")}
          >
            {t("Resolve")}
          </SubmitButton>
        )}
        <SubmitButton name="intent" value="note" variant="quiet" pendingText={t("One moment…")}>
          {t("Add the note only")}
        </SubmitButton>
      </div>
    </PostForm>
  );
}
