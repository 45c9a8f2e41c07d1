import { getFormProps, useForm } from "@conform-to/react";
import * as addresses from "~/addresses";
import type { SentReply } from "~/browser/send-or-explain";
import { FormNotice } from "~/components/forms/form-notice";
import { PostForm } from "~/components/forms/post-form";
import { SubmitButton } from "~/components/forms/submit-button";
import { WritingArea } from "~/components/forms/writing-area";
import { FreeFields, type FreeValues } from "~/components/journal/free-fields";
import { OtherText } from "~/components/journal/other-text";
import { PictureFields } from "~/components/journal/picture-fields";
import { TextPages } from "~/components/journal/text-pages";
import { ButtonLink } from "~/components/ui/button";
import { PageHeading } from "~/components/ui/page-heading";
import { LIMITS, type EntryContent } from "~/domain/journal/entries/content";
import type { Picture } from "~/domain/journal/pictures/picture";
import type { EntryKind } from "~/domain/journal/prompt-sets/entry-kind";
import type { AnswerKey } from "~/domain/journal/prompt-sets/flow-shape";
import { t } from "~/i18n/t";

type Entry = {
  id: string;
  kind: EntryKind;
  version: number;
  /** The content in the form: one part of a long entry. */
  content: EntryContent;
  part: number;
  parts: number;
  name: string;
  dateLine: string;
  suggestedTags: string[];
  pictures: readonly Picture[] | null;
  /** Shown beside the words, so that what was written by hand can be typed. */
  typedOut: Picture | null;
};
type Values = FreeValues & Record<AnswerKey, string>;

/** Stays in sight while its words are typed. */
function HandwrittenPage({ picture: { id, width, height, text } }: { picture: Picture }) {
  return (
    <img
      src={addresses.picture(id)}
      alt={text || t("The page written by hand")}
      width={width}
      height={height}
      className="h-auto max-h-[45vh] w-full rounded-lg object-contain object-top max-lg:sticky max-lg:top-0 max-lg:bg-paper lg:sticky lg:top-4 lg:max-h-[90vh]"
    />
  );
}

/** An entry in the fields of the form that made it. */
export function EditForm({ entry, reply }: { entry: Entry; reply: SentReply | undefined }) {
  const { content, part, parts } = entry;
  const isPart = parts > 1;
  const [form, fields] = useForm<Values & { pictures: File[] }>({
    id: "edit",
    lastResult: reply?.lastResult,
    defaultValue: {
      title: content.title,
      body: content.body,
      tags: content.tags.join(", "),
      mood: content.mood,
      ...Object.fromEntries(content.answers.map(({ key, text }) => [key, text])),
    },
  });
  // A part that met a conflict keeps its version, and so never replaces a part of the newer text.
  const readVersion = isPart && reply?.notice ? reply.lastResult?.initialValue?.version : undefined;
  return (
    <>
      <PageHeading
        title={t("Edit: {title}", { title: content.title || entry.name })}
        eyebrow={entry.dateLine}
        intro={
          isPart &&
          t("This entry is long, so it is edited in parts. Save this part before you open another one.")
        }
      />
      {reply?.notice && (
        <div className="mb-8 space-y-6">
          <FormNotice {...reply.notice} />
          {!reply.unreached && <OtherText title={t("What is saved now")} content={content} />}
        </div>
      )}
      <div className={entry.typedOut ? "grid grid-cols-1 gap-8 lg:grid-cols-2" : ""}>
        {entry.typedOut && <HandwrittenPage picture={entry.typedOut} />}
        <PostForm
          {...getFormProps(form)}
          encType="multipart/form-data"
          noValidate
          className="grid grid-cols-1 content-start gap-8"
        >
          <input type="hidden" name="version" value={String(readVersion ?? entry.version)} />
          {isPart && <input type="hidden" name="part" value={part} />}
          {/* For the service worker: a second text about the same person stays with them. */}
          {content.prayer && <input type="hidden" name="prayer" value={content.prayer} />}
          {entry.kind === "free" ? (
            <FreeFields fields={fields} suggestedTags={entry.suggestedTags} />
          ) : (
            content.answers.map(({ key, question }) => (
              <WritingArea
                key={key}
                meta={fields[key as AnswerKey]}
                label={question}
                maxLength={LIMITS.answer}
              />
            ))
          )}
          <PictureFields pictures={entry.pictures} meta={fields.pictures} reply={reply} />
          <div className="flex flex-wrap items-center gap-4">
            <SubmitButton name="intent" value="save" pendingText={t("Saving…")}>
              {t("Save")}
            </SubmitButton>{" "}
            <ButtonLink to={addresses.entry(entry.id)} variant="quiet">
              {t("Cancel")}
            </ButtonLink>
          </div>
        </PostForm>
      </div>
      <TextPages page={part} pages={parts} at={(number) => addresses.entryEdit(entry.id, { part: number })} />
    </>
  );
}
