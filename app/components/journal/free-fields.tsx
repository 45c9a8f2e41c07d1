import type { FieldMetadata } from "@conform-to/react";
import { Field } from "~/components/forms/field";
import { WritingArea } from "~/components/forms/writing-area";
import { LIMITS } from "~/domain/journal/content";

export type FreeValues = { title: string; body: string; tags: string; mood: string };
type Metas = { [K in keyof FreeValues]: FieldMetadata<string, Record<string, unknown>> };

/** The fields of a page without questions, the same for writing and for changing it. */
export function FreeFields({ fields }: { fields: Metas }) {
  return (
    <>
      <Field meta={fields.title} label="Title" hint="Optional." autoComplete="off" maxLength={LIMITS.title} />
      <WritingArea
        meta={fields.body}
        label="Your words"
        hint="Plain text, or light Markdown: *gentle*, **strong**, - a list, > a quotation, # a heading."
        size="long"
        maxLength={LIMITS.answer}
      />
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <Field meta={fields.tags} label="Tags" hint="Optional, separated by commas." autoComplete="off" />
        <Field
          meta={fields.mood}
          label="Mood"
          hint="Optional, in a word of your own."
          autoComplete="off"
          maxLength={LIMITS.mood}
        />
      </div>
    </>
  );
}
