import { getFormProps, useForm } from "@conform-to/react";
import { Form, Link } from "@remix-run/react";
import { useRef } from "react";
import { Field } from "~/components/forms/field";
import type { SentReply } from "~/browser/send-or-explain";
import { FormNotice } from "~/components/forms/form-notice";
import { FormProtection } from "~/components/forms/form-protection";
import { SubmitButton } from "~/components/forms/submit-button";
import { DraftStatus } from "~/components/journal/draft-status";
import { FreeFields, type FreeValues } from "~/components/journal/free-fields";
import { OtherText } from "~/components/journal/other-text";
import { useDraftAutosave } from "~/components/journal/use-draft-autosave";
import { PageHeading } from "~/components/ui/page-heading";
import type { EntryContent } from "~/domain/journal/content";
import { freeWords } from "~/words/journal/free";

type Desk = {
  today: string;
  forDate: string;
  timezone: string;
  draft: { version: number; content: EntryContent; savedAt: string } | null;
};

/** A page without questions: a title, the words, and what helps to find them again. */
export function FreeForm({ desk, reply }: { desk: Desk; reply: SentReply | undefined }) {
  const { draft } = desk;
  const element = useRef<HTMLFormElement>(null);
  const autosave = useDraftAutosave(element);
  const [form, fields] = useForm<FreeValues & { forDate: string }>({
    id: "free",
    lastResult: reply?.lastResult,
    defaultValue: {
      forDate: desk.forDate,
      title: draft?.content.title,
      body: draft?.content.body,
      tags: draft?.content.tags.join(", "),
      mood: draft?.content.mood,
    },
  });
  return (
    <>
      <PageHeading title={freeWords.aFreePage} />
      {reply?.notice && (
        <div className="mb-8 space-y-6">
          <FormNotice {...reply.notice} />
          {draft && !reply.unreached && (
            <OtherText title={freeWords.saved({ savedAt: draft.savedAt })} content={draft.content} />
          )}
        </div>
      )}
      {/* Multipart: three bytes for a letter that percent-encoding would make nine of. */}
      <Form
        method="post"
        {...getFormProps(form)}
        encType="multipart/form-data"
        ref={element}
        noValidate
        className="grid grid-cols-1 gap-8"
      >
        <FormProtection />
        <input type="hidden" name="draftVersion" value={draft?.version ?? 0} />
        <FreeFields fields={fields} />
        <Field
          meta={fields.forDate}
          label={freeWords.day}
          type="date"
          max={desk.today}
          className="max-w-card"
        />
        <div className="flex flex-wrap items-center gap-4">
          <SubmitButton name="intent" value="finish" pendingText={freeWords.finishBusy}>
            {freeWords.finish}
          </SubmitButton>{" "}
          <SubmitButton name="intent" value="draft" variant="quiet" pendingText={freeWords.saveDraftBusy}>
            {freeWords.saveDraft}
          </SubmitButton>
          <DraftStatus savedAt={draft?.savedAt ?? ""} autosave={autosave} timezone={desk.timezone} />
        </div>
      </Form>
      <nav aria-label={freeWords.otherPagesToWrite} className="mt-12 flex flex-wrap gap-x-6 gap-y-2 text-sm">
        <Link to="/journal/morning">{freeWords.morningReflection}</Link>{" "}
        <Link to="/journal/evening">{freeWords.eveningReflection}</Link>{" "}
        <Link to="/journal/history">{freeWords.history}</Link>
      </nav>
    </>
  );
}
