import { getFormProps, useForm } from "@conform-to/react";
import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useLoaderData, type ClientActionFunctionArgs } from "@remix-run/react";
import { submitOrQueue, useWritingReply } from "~/browser/submit-or-queue";
import type { SubmitReply } from "~/browser/submit-with-timeout";
import { FormNotice, PostForm, SubmitButton } from "~/components/forms/post-form";
import { WritingArea } from "~/components/forms/writing-area";
import { TextPages } from "~/components/journal/entry-text";
import { FormattingHelp, FreeFields, type FreeValues } from "~/components/journal/free-fields";
import { PictureFields } from "~/components/journal/picture-fields";
import { ConflictText } from "~/components/journal/saved-texts";
import { ButtonLink } from "~/components/ui/button";
import { PageHeading } from "~/components/ui/page-heading";
import { CONTENT_LIMITS, pageFormValues, type EntryContent } from "~/domain/journal/entries/content";
import { editEntry } from "~/domain/journal/entries/entries.server";
import { openEditPage } from "~/domain/journal/pages/entry-page.server";
import { parsePictureFields, pictureRefusal, type Picture } from "~/domain/journal/pictures/picture";
import type { AnswerKey, EntryKind } from "~/domain/journal/prompt-sets/prompt-set";
import {
  CHANGED_ELSEWHERE,
  EditSchema,
  EMPTY_EDIT,
  OVERLONG_TEXT,
  PART_CHANGED_ELSEWHERE,
} from "~/domain/journal/schema";
import type { FormReply } from "~/http/form/form-options.server";
import { memberAction } from "~/http/form/guarded-actions.server";
import { pickSubmitted } from "~/http/form/validate-form.server";
import { memberLoader, notFound } from "~/http/guards.server";
import { PICTURE_FORM } from "~/http/picture-form.server";
import { t } from "~/i18n/t";
import * as paths from "~/paths";

type Entry = {
  id: string;
  kind: EntryKind;
  version: number;
  /** The edited content: the whole entry, or one part of a long one. */
  content: EntryContent;
  part: number;
  parts: number;
  name: string;
  dateLine: string;
  suggestedTags: string[];
  pictures: readonly Picture[] | null;
  /** Picture of handwriting that the member transcribes; shown beside the fields. */
  typedOut: Picture | null;
};
type Values = FreeValues & Record<AnswerKey, string>;

/** A picture that stays visible beside the form. */
function HandwrittenPage({ picture: { id, width, height, text } }: { picture: Picture }) {
  return (
    <img
      src={paths.picture(id)}
      alt={text || t("The page written by hand")}
      width={width}
      height={height}
      className="h-auto max-h-[45vh] w-full rounded-lg object-contain object-top max-lg:sticky max-lg:top-0 max-lg:bg-paper lg:sticky lg:top-4 lg:max-h-[90vh]"
    />
  );
}

export function EditForm({ entry, reply }: { entry: Entry; reply: SubmitReply | undefined }) {
  const { content, part, parts } = entry;
  const isPart = parts > 1;
  const [form, fields] = useForm<Values & { pictures: File[] }>({
    id: "edit",
    lastResult: reply?.lastResult,
    defaultValue: {
      ...pageFormValues(content),
      ...Object.fromEntries(content.answers.map(({ key, text }) => [key, text])),
    },
  });
  // After a conflict a part keeps its stale version, so that it can never replace a part of the newer text.
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
          {!reply.unreached && <ConflictText title={t("What is saved now")} content={content} />}
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
          {/* If the service worker saves this edit as a new page, that page keeps the intention. */}
          {content.prayer && <input type="hidden" name="prayer" value={content.prayer} />}
          {entry.kind === "free" ? (
            <FreeFields fields={fields} suggestedTags={entry.suggestedTags} />
          ) : (
            content.answers.map(({ key, question }) => (
              <WritingArea
                key={key}
                meta={fields[key as AnswerKey]}
                label={question}
                maxLength={CONTENT_LIMITS.answer}
              />
            ))
          )}
          <PictureFields pictures={entry.pictures} meta={fields.pictures} reply={reply} />
          <div className="flex flex-wrap items-center gap-4">
            <SubmitButton name="intent" value="save" pendingText={t("Saving…")}>
              {t("Save")}
            </SubmitButton>{" "}
            <ButtonLink to={paths.entry(entry.id)} variant="quiet">
              {t("Cancel")}
            </ButtonLink>
          </div>
          {entry.kind === "free" && <FormattingHelp />}
        </PostForm>
      </div>
      <TextPages page={part} pages={parts} at={(number) => paths.entryEdit(entry.id, { part: number })} />
    </>
  );
}

export const meta: MetaFunction = () => [{ title: t("Edit · Still and Know") }];

export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ url, params, member }) => {
    const page = await openEditPage(member, params.entryId ?? "", {
      picture: url.searchParams.get("picture"),
      part: url.searchParams.get("part"),
    });
    if (!page) throw notFound();
    return page;
  });

const OPTIONS = { schema: EditSchema, ...PICTURE_FORM };

/** Saves the entry; the reply to a conflict has both texts. */
export const action = (args: ActionFunctionArgs) =>
  memberAction(args, OPTIONS, async ({ params, form, value, member, refuse }) => {
    const id = params.entryId ?? "";
    const { version, part, intent, ...typed } = value;
    const onlyRemoves = intent === "removePicture";
    const fields = onlyRemoves ? {} : pickSubmitted(form, typed);
    const { tags: _tags, ...answers } = fields;
    const edit = { ...fields, answers, pictures: parsePictureFields(form), part };
    const result = await editEntry(member, id, edit, version);
    if (result.ok) return redirect(onlyRemoves ? paths.entryEdit(id, { part }) : paths.entry(id));
    switch (result.code) {
      case "not_found":
        throw notFound();
      case "picture":
        return refuse(pictureRefusal(result.why));
      case "conflict":
        return refuse({
          status: 409,
          notice: part === undefined ? CHANGED_ELSEWHERE : PART_CHANGED_ELSEWHERE,
        });
      case "overlong":
        return refuse({ status: 400, fields: { [result.field]: [OVERLONG_TEXT] } });
      case "empty":
        return refuse({ status: 400, fields: { [result.field]: [EMPTY_EDIT] } });
    }
  });

/** With script, a network failure is reported at the form, which keeps its text and queues it on this device. */
export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  submitOrQueue(() => serverAction<FormReply>());

export { shouldRevalidateEditor as shouldRevalidate } from "~/browser/submit-or-queue";

export default function EditPage() {
  const entry = useLoaderData<typeof loader>();
  const reply = useWritingReply<SubmitReply>();
  return <EditForm key={`${entry.id} ${entry.part}`} entry={entry} reply={reply} />;
}
