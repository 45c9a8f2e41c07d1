import type { ReactNode } from "react";
import { FormNotice } from "~/components/forms/form-notice";
import { PostForm } from "~/components/forms/post-form";
import { SubmitButton } from "~/components/forms/submit-button";
import { Banner } from "~/components/ui/banner";
import { PageHeading } from "~/components/ui/page-heading";
import type { DraftInForm } from "~/domain/journal/entries/entry-view";
import type { FormReply } from "~/http/form/form-options.server";
import { t } from "~/i18n/t";
import { ConflictText } from "./conflict-text";

type Props = {
  title: string;
  eyebrow: string;
  draft: DraftInForm;
  reply: Pick<FormReply, "notice"> | undefined;
  action?: string;
  /** The hidden fields of the form; `children` are the draft's other texts. */
  fields: ReactNode;
  children?: ReactNode;
};

/** A draft that is longer than its form: its beginning, and a button that keeps it as an entry. */
export function LongDraft({ title, eyebrow, draft, reply, action, fields, children }: Props) {
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
          {t(
            "Nothing of it is lost. Keep it as an entry: there you can read all of it and edit it in parts.",
          )}
        </p>
      </Banner>
      <PostForm action={action} className="mb-8">
        <input type="hidden" name="draftVersion" value={draft.version} />
        {fields}
        <SubmitButton name="intent" value="finish" pendingText={t("Keeping…")}>
          {t("Keep")}
        </SubmitButton>
      </PostForm>
      {children}
      <ConflictText title={t("How it begins")} content={draft.content} />
    </>
  );
}
