import { getFormProps, useForm } from "@conform-to/react";
import { useRef } from "react";
import type { SubmitReply } from "~/browser/submit-with-timeout";
import { Field } from "~/components/forms/field";
import { FormNotice, PostForm, SubmitButton } from "~/components/forms/post-form";
import { FormattingHelp, FreeFields, type FreeValues } from "~/components/journal/free-fields";
import { PassageText } from "~/components/journal/passage-text";
import { PictureFields } from "~/components/journal/picture-fields";
import { ConflictText, LongDraft } from "~/components/journal/saved-texts";
import { DraftStatus, useDraftAutosave } from "~/components/journal/use-draft-autosave";
import { HeldBeforeGod, type HeldIntention } from "~/components/prayers/held-before-god";
import { Banner } from "~/components/ui/banner";
import { PageHeading } from "~/components/ui/page-heading";
import { EMPTY_CONTENT, pageFormValues, type EntryContent } from "~/domain/journal/entries/content";
import { versionInForm, type DraftInForm } from "~/domain/journal/entries/entry";
import type { Picture } from "~/domain/journal/pictures/picture";
import type { Passage } from "~/domain/scripture/passages/passage";
import { t } from "~/i18n/t";
import * as paths from "~/paths";

type PageData = {
  /** The intention to write about. */
  about: (HeldIntention & { line: string }) | null;
  held: HeldIntention[];
  today: string;
  suggestedTags: string[];
  /** Initial text of the tags field. */
  tags: string;
  forDate: string;
  /** The date and name of the day. */
  dateLine: string;
  timezone: string;
  passageRef: string;
  passage: Passage | null;
  /** Title and body of the draft, followed by the text that another application shared; null without shared text. */
  content: Pick<EntryContent, "title" | "body"> | null;
  /** The saved pictures; null if pictures are disabled. */
  pictures: readonly Picture[] | null;
  draft: DraftInForm | null;
};

type Props = { page: PageData; reply?: SubmitReply };

/** The form of a free page. It posts to the free page's URL from every page that shows it. */
export function FreeForm({ page, reply }: Props) {
  const { draft, about, content } = page;
  if (!draft?.isLong || reply?.lastResult?.initialValue?.body)
    return <WritingForm page={page} reply={reply} />;
  return (
    <LongDraft
      title={t("New page")}
      eyebrow={page.dateLine}
      draft={draft}
      reply={reply}
      action={content ? paths.freePage() : undefined}
      fields={about && <input type="hidden" name="prayer" value={about.id} />}
    >
      {content && <ConflictText title={t("What you shared")} content={{ ...EMPTY_CONTENT, ...content }} />}
    </LongDraft>
  );
}

function WritingForm({ page, reply }: Props) {
  const { draft, about, content } = page;
  const element = useRef<HTMLFormElement>(null);
  const autosave = useDraftAutosave(element);
  const [form, fields] = useForm<FreeValues & { forDate: string; pictures: File[] }>({
    id: "free",
    lastResult: reply?.lastResult,
    defaultValue: {
      forDate: page.forDate,
      tags: page.tags,
      ...(draft && pageFormValues(draft.content)),
      ...content,
    },
  });
  return (
    <>
      <PageHeading
        title={t("New page")}
        eyebrow={about ? `${page.dateLine} · ${t("About {name}", { name: about.name })}` : page.dateLine}
        intro={about?.line}
      />
      {reply?.notice && (
        <div className="mb-8 space-y-6">
          <FormNotice {...reply.notice} />
          {draft && !reply.unreached && (
            <ConflictText title={t("Saved {savedAt}", { savedAt: draft.savedAt })} content={draft.content} />
          )}
        </div>
      )}
      {content && !reply && (
        <Banner title={t("Nothing is saved yet")} className="mb-8">
          <p className="max-w-measure">
            {draft
              ? t(
                  "What you shared is below the page that you had begun. Finish it, save it for later, or leave.",
                )
              : t("What you shared is filled in below. Finish it, save it for later, or leave.")}
          </p>
        </Banner>
      )}
      {page.passage && <PassageText passage={page.passage} className="mb-10" />}
      {/* Multipart, because percent-encoding would triple the bytes of letters outside ASCII. */}
      <PostForm
        {...getFormProps(form)}
        action={content ? paths.freePage() : undefined}
        encType="multipart/form-data"
        ref={element}
        noValidate
        className="grid grid-cols-1 gap-4"
      >
        <input
          type="hidden"
          name="draftVersion"
          value={versionInForm(draft, reply?.lastResult?.initialValue?.draftVersion)}
        />
        {page.passage && <input type="hidden" name="passage" value={page.passageRef} />}
        {about && <input type="hidden" name="prayer" value={about.id} />}
        <FreeFields
          fields={fields}
          suggestedTags={page.suggestedTags}
          day={{
            field: <Field meta={fields.forDate} label={t("Day")} type="date" max={page.today} />,
            isOpen: fields.forDate.errors !== undefined,
          }}
        />
        <PictureFields pictures={page.pictures} meta={fields.pictures} reply={reply} />
        <div className="flex flex-wrap items-center gap-4">
          <SubmitButton name="intent" value="finish" pendingText={t("Finishing…")}>
            {t("Finish")}
          </SubmitButton>{" "}
          <SubmitButton name="intent" value="draft" variant="quiet" pendingText={t("Saving…")}>
            {t("Save for later")}
          </SubmitButton>
          <DraftStatus savedAt={draft?.savedAt ?? ""} autosave={autosave} timezone={page.timezone} />
        </div>
        <div className="mt-4">
          <HeldBeforeGod held={page.held} />
          <FormattingHelp />
        </div>
      </PostForm>
    </>
  );
}
