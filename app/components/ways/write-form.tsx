import { getFormProps } from "@conform-to/react";
import { Field } from "~/components/forms/field";
import { PostForm } from "~/components/forms/post-form";
import { SubmitButton } from "~/components/forms/submit-button";
import { useForm } from "~/components/forms/use-form";
import type { FormReply } from "~/http/forms.server";
import { t } from "~/i18n/t";

type Props = {
  reply: FormReply | undefined;
  way?: { id: string; text: string; seen: string };
  example?: string;
};
type Values = { name: string; text: string; seen: string };

/** Writes a way as its file is: a new one with its name, or one that is here. */
export function WriteWayForm({ reply, way, example = "" }: Props) {
  const [form, fields] = useForm<Values>({
    id: "way",
    lastResult: reply?.lastResult,
    defaultValue: { name: way?.id ?? "", text: way?.text ?? example, seen: way?.seen ?? "" },
  });
  return (
    <PostForm {...getFormProps(form)} notice={reply?.notice} noValidate className="grid grid-cols-1 gap-5">
      <input type="hidden" name="seen" value={way?.seen ?? ""} />
      {way ? (
        <input type="hidden" name="name" value={way.id} />
      ) : (
        <Field
          meta={fields.name}
          label={t("Name of its file")}
          hint={t("Small letters, figures and hyphens: “lent-with-mark”. It is also its address, and stays.")}
          maxLength={60}
          autoComplete="off"
          className="max-w-card"
        />
      )}
      <Field
        meta={fields.text}
        label={t("The way")}
        hint={t("How a way is written is described in docs/ways.md. What is wrong is named with its line.")}
        multiline
        rows={24}
        spellCheck
      />
      <p>
        <SubmitButton name="intent" value="save" pendingText={t("Saving…")}>
          {t("Save this way")}
        </SubmitButton>
      </p>
    </PostForm>
  );
}
