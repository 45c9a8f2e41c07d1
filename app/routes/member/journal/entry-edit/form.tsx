import { getFormProps } from "@conform-to/react";
import * as addresses from "~/addresses";
import type { SentReply } from "~/browser/send-or-explain";
import { FormNotice } from "~/components/forms/form-notice";
import { PostForm } from "~/components/forms/post-form";
import { SubmitButton } from "~/components/forms/submit-button";
import { useForm } from "~/components/forms/use-form";
import { WritingArea } from "~/components/forms/writing-area";
import { FreeFields, type FreeValues } from "~/components/journal/free-fields";
import { OtherText } from "~/components/journal/other-text";
import { PictureFields } from "~/components/journal/picture-fields";
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
  content: EntryContent;
  name: string;
  dateLine: string;
  suggestedTags: string[];
  pictures: Picture[] | null;
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
  const { content } = entry;
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
  return (
    <>
      <PageHeading
        title={t("Edit: {title}", { title: content.title || entry.name })}
        eyebrow={entry.dateLine}
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
          <input type="hidden" name="version" value={entry.version} />
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
    </>
  );
}
