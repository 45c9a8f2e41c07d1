import type { ReactNode } from "react";
import { FormNotice, PostForm, SubmitButton } from "~/components/forms/post-form";
import { Banner } from "~/components/ui/banner";
import { Card } from "~/components/ui/card";
import { PageHeading } from "~/components/ui/page-heading";
import { PlainProse } from "~/components/ui/prose";
import { labelledShortTexts, type EntryContent } from "~/domain/journal/entries/content";
import type { DraftInForm } from "~/domain/journal/entries/entry";
import type { FormReply } from "~/http/form/form-options.server";
import { t } from "~/i18n/t";

/** Stored values next to a rejected form. Empty ones are omitted. */
export function SavedFields({ title, parts }: { title: string; parts: { name: string; text: string }[] }) {
  return (
    <Card as="section">
      <h2 className="text-lg font-semibold">{title}</h2>
      {parts
        .filter(({ text }) => text)
        .map(({ name, text }) => (
          <div key={name} className="mt-4">
            <h3 dir="auto" className="text-sm text-muted">
              {name}
            </h3>
            <PlainProse>{text}</PlainProse>
          </div>
        ))}
    </Card>
  );
}

/** The stored version of an entry, shown next to the form after an edit conflict. */
export function ConflictText({ title, content }: { title: string; content: EntryContent }) {
  const parts = [
    { name: t("Title"), text: content.title },
    ...content.answers.map(({ question, text }) => ({ name: question, text })),
    { name: t("Text"), text: content.body },
    { name: t("Tags"), text: content.tags.join(", ") },
    ...labelledShortTexts(content).map(({ label, text }) => ({ name: label, text })),
  ];
  return <SavedFields title={title} parts={parts} />;
}

type LongDraftProps = {
  title: string;
  eyebrow: string;
  draft: DraftInForm;
  reply: Pick<FormReply, "notice"> | undefined;
  action?: string;
  /** Hidden fields of the form. */
  fields: ReactNode;
  /** Further texts, above the beginning of the draft. */
  children?: ReactNode;
};

/** A draft that exceeds the form's limits: shows its beginning and a button that promotes it to an entry. */
export function LongDraft({ title, eyebrow, draft, reply, action, fields, children }: LongDraftProps) {
  return (
    <>
      <PageHeading title={title} eyebrow={eyebrow} />
      {reply?.notice && (
        <div className="mb-8">
          <FormNotice {...reply.notice} />
        </div>
      )}
      <Banner title={t("This draft is longer than one form can hold")} className="mb-8">
        <p className="max-w-measure">
          {t("Nothing of it is lost. Finish it: then you can read all of it and edit it in parts.")}
        </p>
      </Banner>
      <PostForm action={action} className="mb-8">
        <input type="hidden" name="draftVersion" value={draft.version} />
        {fields}
        <SubmitButton name="intent" value="finish" pendingText={t("Finishing…")}>
          {t("Finish")}
        </SubmitButton>
      </PostForm>
      {children}
      <ConflictText title={t("How it begins")} content={draft.content} />
    </>
  );
}
