import type { FieldMetadata } from "@conform-to/react";
import { Field } from "~/components/forms/field";
import { WritingArea } from "~/components/forms/writing-area";
import { LIMITS } from "~/domain/journal/entries/content";
import { t } from "~/i18n/t";

export type FreeValues = { title: string; body: string; tags: string; mood: string };
type Metas = { [K in keyof FreeValues]: FieldMetadata<string, Record<string, unknown>> };

/** The fields of a page without questions, the same for writing and for changing it. */
export function FreeFields({ fields }: { fields: Metas }) {
  return (
    <>
      <Field
        meta={fields.title}
        label={t("Title")}
        hint={t("Optional.")}
        autoComplete="off"
        maxLength={LIMITS.title}
      />
      <WritingArea
        meta={fields.body}
        label={t("Your words")}
        hint={t(
          "Plain text, or a little Markdown: *italic*, **bold**, # a heading, > a quotation, or a list with hyphens.",
        )}
        size="long"
        maxLength={LIMITS.answer}
      />
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <Field
          meta={fields.tags}
          label={t("Tags")}
          hint={t("Optional, separated by commas.")}
          autoComplete="off"
        />
        <Field
          meta={fields.mood}
          label={t("Mood")}
          hint={t("Optional, in a word of your own.")}
          autoComplete="off"
          maxLength={LIMITS.mood}
        />
      </div>
    </>
  );
}
