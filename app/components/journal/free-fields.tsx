import type { FieldMetadata } from "@conform-to/react";
import { Field } from "~/components/forms/field";
import { WritingArea } from "~/components/forms/writing-area";
import { LIMITS } from "~/domain/journal/content";
import { freeFieldsWords } from "~/words/journal/free-fields";

export type FreeValues = { title: string; body: string; tags: string; mood: string };
type Metas = { [K in keyof FreeValues]: FieldMetadata<string, Record<string, unknown>> };

/** The fields of a page without questions, the same for writing and for changing it. */
export function FreeFields({ fields }: { fields: Metas }) {
  return (
    <>
      <Field
        meta={fields.title}
        label={freeFieldsWords.title}
        hint={freeFieldsWords.titleHint}
        autoComplete="off"
        maxLength={LIMITS.title}
      />
      <WritingArea
        meta={fields.body}
        label={freeFieldsWords.yourWords}
        hint={freeFieldsWords.yourWordsHint}
        size="long"
        maxLength={LIMITS.answer}
      />
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <Field
          meta={fields.tags}
          label={freeFieldsWords.tags}
          hint={freeFieldsWords.tagsHint}
          autoComplete="off"
        />
        <Field
          meta={fields.mood}
          label={freeFieldsWords.mood}
          hint={freeFieldsWords.moodHint}
          autoComplete="off"
          maxLength={LIMITS.mood}
        />
      </div>
    </>
  );
}
