import { getCollectionProps, getFormProps, useForm } from "@conform-to/react";
import { Form, Link } from "@remix-run/react";
import { Field } from "~/components/forms/field";
import { FieldErrors } from "~/components/forms/field-messages";
import { FormNotice } from "~/components/forms/form-notice";
import { FormProtection } from "~/components/forms/form-protection";
import { SubmitButton } from "~/components/forms/submit-button";
import { Sentence } from "~/components/ui/sentence";
import { UPLOAD_SIZE_IN_WORDS } from "~/domain/portability/data-texts";
import { EXPORT_FORMATS, FORMATS, type ExportFormat } from "~/domain/portability/formats";
import type { FormReply } from "~/http/forms.server";
import { dataWords } from "~/words/settings/data";

type Reply = { reply: FormReply | undefined };

/** A page with two forms shows a refusal at the one that was sent. */
function replyFor(reply: FormReply | undefined, intent: string): FormReply | undefined {
  return reply?.lastResult.initialValue?.intent === intent ? reply : undefined;
}

/** Takes the journal along. Sent by the browser itself, also with script: the answer is a file and no page. */
export function ExportForm({ filter, only, reply }: Reply & { filter: string; only: string[] }) {
  const own = replyFor(reply, "export");
  const [form, fields] = useForm<{ format: ExportFormat; currentPassword: string }>({
    id: "export",
    lastResult: own?.lastResult,
    defaultValue: { format: "json" },
  });
  return (
    <section aria-labelledby="export-heading">
      <h2 id="export-heading" className="mb-3 text-xl">
        {dataWords.takeYourJournalWithYou}
      </h2>
      {only.length > 0 ? (
        <p className="mb-5 max-w-measure">
          <Sentence
            text={dataWords.whatYourHistoryFound}
            parts={{ only: only.join(", "), data: (text) => <Link to="/settings/data">{text}</Link> }}
          />
        </p>
      ) : (
        <p className="mb-5 max-w-measure text-muted">{dataWords.yourWordsAreYours}</p>
      )}
      {own?.notice && <FormNotice title={own.notice.title} text={own.notice.text} />}
      <Form
        method="post"
        reloadDocument
        {...getFormProps(form)}
        noValidate
        className="grid grid-cols-1 gap-6"
      >
        <FormProtection />
        {filter && <input type="hidden" name="filter" value={filter} />}
        <fieldset aria-describedby={fields.format.errors ? fields.format.errorId : undefined}>
          <legend className="mb-2 font-medium">{dataWords.as}</legend>
          <div className="divide-y divide-line border-y border-line">
            {getCollectionProps(fields.format, { type: "radio", options: [...EXPORT_FORMATS] }).map(
              ({ key, ...control }, at) => {
                const { name, text } = FORMATS[EXPORT_FORMATS[at] ?? "json"];
                return (
                  <label key={key} htmlFor={control.id} className="flex items-start gap-4 py-3">
                    <input {...control} className="mt-0.5 shrink-0" />
                    <span>
                      <span className="block font-medium">{name}</span>
                      <span className="block text-muted">{text}</span>
                    </span>
                  </label>
                );
              },
            )}
          </div>
          <FieldErrors id={fields.format.errorId} errors={fields.format.errors} />
        </fieldset>
        <Field
          meta={fields.currentPassword}
          label={dataWords.currentPassword}
          type="password"
          autoComplete="current-password"
          className="max-w-md"
        />
        <div>
          <SubmitButton name="intent" value="export" pending={false}>
            {dataWords.export}
          </SubmitButton>
        </div>
      </Form>
    </section>
  );
}

/** Brings a journal from elsewhere; nothing is kept before its writer has seen what would come. */
export function ImportForm({ reply }: Reply) {
  const own = replyFor(reply, "import");
  const [form, fields] = useForm<{ file: File }>({ id: "import", lastResult: own?.lastResult });
  return (
    <section aria-labelledby="import-heading">
      <h2 id="import-heading" className="mb-3 text-xl">
        {dataWords.bringAJournalHere}
      </h2>
      <p className="mb-5 max-w-measure text-muted">{dataWords.youSeeWhatWouldCome}</p>
      {own?.notice && <FormNotice title={own.notice.title} text={own.notice.text} />}
      <Form
        method="post"
        encType="multipart/form-data"
        {...getFormProps(form)}
        noValidate
        className="grid max-w-measure grid-cols-1 gap-5"
      >
        <FormProtection />
        <Field
          meta={fields.file}
          label={dataWords.file}
          type="file"
          accept=".json,.zip,.md,.markdown,.txt"
          hint={dataWords.fileHint({ uploadSizeInWords: UPLOAD_SIZE_IN_WORDS })}
        />
        <div>
          <SubmitButton
            name="intent"
            value="import"
            variant="quiet"
            pendingText={dataWords.lookAtTheFileBusy}
          >
            {dataWords.lookAtTheFile}
          </SubmitButton>
        </div>
      </Form>
    </section>
  );
}
