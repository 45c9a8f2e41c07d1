import { getFormProps, useForm } from "@conform-to/react";
import { Form, Link } from "@remix-run/react";
import { useRef } from "react";
import { FieldErrors } from "~/components/forms/field-messages";
import { FormNotice } from "~/components/forms/form-notice";
import { FormProtection } from "~/components/forms/form-protection";
import { SubmitButton } from "~/components/forms/submit-button";
import { WritingArea } from "~/components/forms/writing-area";
import { DraftStatus } from "~/components/journal/draft-status";
import { OtherText } from "~/components/journal/other-text";
import { PassageText } from "~/components/journal/passage-text";
import { useDraftAutosave } from "~/components/journal/use-draft-autosave";
import { WrittenText } from "~/components/journal/written-text";
import { PageHeading } from "~/components/ui/page-heading";
import { LIMITS, type EntryContent } from "~/domain/journal/content";
import type { AnswerKey, Flow } from "~/domain/journal/flow";
import type { Passage } from "~/domain/scripture/passage";
import type { FormReply } from "~/http/forms.server";

type Desk = {
  flow: Flow;
  presence: string;
  passage: Passage | null;
  dateLine: string;
  timezone: string;
  writtenId: string | null;
  draft: { version: number; content: EntryContent; savedAt: string } | null;
};
type Values = Record<AnswerKey, string> & { forDate: string };

/** The questions of a morning or an evening on one page, with the passage in view. */
export function SlotForm({ desk, reply }: { desk: Desk; reply: FormReply | undefined }) {
  const { flow, draft, passage } = desk;
  const element = useRef<HTMLFormElement>(null);
  const autosave = useDraftAutosave(element);
  const [form, fields] = useForm<Values>({
    id: `${flow.slot}-${flow.forDate}`,
    lastResult: reply?.lastResult,
    defaultValue: Object.fromEntries(draft?.content.answers.map(({ key, text }) => [key, text]) ?? []),
  });
  return (
    <>
      <PageHeading title={flow.title} eyebrow={desk.dateLine} />
      {desk.writtenId && !draft && (
        <p className="mb-8 text-muted">
          You have written here already: <Link to={`/journal/entries/${desk.writtenId}`}>read it</Link>, or
          write another.
        </p>
      )}
      {reply?.notice && (
        <div className="mb-8 space-y-6">
          <FormNotice {...reply.notice} />
          {draft && <OtherText title={`Saved ${draft.savedAt}`} content={draft.content} />}
        </div>
      )}
      {passage && <PassageText passage={passage} className="mb-10 lg:sticky lg:top-0 lg:bg-paper lg:py-4" />}
      {desk.presence && (
        <section className="mb-10">
          <h2 className="text-sm text-muted">This morning you wanted to be present to</h2>
          <WrittenText>{desk.presence}</WrittenText>
        </section>
      )}
      <Form method="post" {...getFormProps(form)} ref={element} noValidate className="grid grid-cols-1 gap-8">
        <FormProtection />
        <input type="hidden" name="forDate" value={flow.forDate} />
        <input type="hidden" name="draftVersion" value={draft?.version ?? 0} />
        <FieldErrors id={fields.forDate.errorId} errors={fields.forDate.errors} />
        {flow.fields.map(({ key, label, hint }) => (
          <WritingArea
            key={key}
            meta={fields[key]}
            label={label}
            hint={hint}
            size="short"
            maxLength={LIMITS.answer}
          />
        ))}
        <div className="flex flex-wrap items-center gap-4">
          <SubmitButton name="intent" value="finish" pendingText="Keeping…">
            Finish
          </SubmitButton>
          <SubmitButton name="intent" value="draft" variant="quiet" pendingText="Saving…">
            Save draft
          </SubmitButton>
          <DraftStatus savedAt={draft?.savedAt ?? ""} autosave={autosave} timezone={desk.timezone} />
        </div>
      </Form>
      <nav aria-label="Other pages to write" className="mt-12 flex flex-wrap gap-x-6 gap-y-2 text-sm">
        {flow.slot === "morning" ? (
          <Link to="/journal/evening">Evening reflection</Link>
        ) : (
          <Link to="/journal/morning">Morning reflection</Link>
        )}
        <Link to="/journal/free">A free page</Link>
        <Link to="/journal/history">History</Link>
      </nav>
    </>
  );
}
