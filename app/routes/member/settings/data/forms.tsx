import { getCollectionProps, getFormProps, useForm } from "@conform-to/react";
import { Link } from "@remix-run/react";
import { CurrentPasswordField } from "~/components/forms/current-password";
import { Field, FieldErrors } from "~/components/forms/field";
import { FormNotice, PostForm, replyForIntent, SubmitButton } from "~/components/forms/post-form";
import { TitledSection } from "~/components/ui/titled-section";
import { EXPORT_FORMATS, FORMAT_DETAILS, type ExportFormat } from "~/domain/portability/data-texts";
import type { FormReply } from "~/http/form/form-options.server";
import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";
import * as paths from "~/paths";

type Reply = { reply: FormReply | undefined };

/** Submitted without client-side navigation, because the response is a file. */
export function ExportForm({ filter, only, reply }: Reply & { filter: string; only: string[] }) {
  const own = replyForIntent(reply, "export");
  const found = only.join(", ");
  const [form, fields] = useForm<{ format: ExportFormat; currentPassword: string }>({
    id: "export",
    lastResult: own?.lastResult,
    defaultValue: { format: "json" },
  });
  return (
    <TitledSection id="export-heading" title={t("Take your journal with you")} titleClass="mb-3 text-xl">
      {only.length > 0 ? (
        <p className="mb-5 max-w-measure">
          <Trans>
            What you found in your history: {found}.{" "}
            <Link to={paths.settingsData()}>Export everything instead</Link>
          </Trans>
        </p>
      ) : (
        <p className="mb-5 max-w-measure text-muted">
          <Trans>
            Your words are yours, on every plan. The file is not encrypted: please keep it somewhere safe.
          </Trans>
        </p>
      )}
      {own?.notice && <FormNotice title={own.notice.title} text={own.notice.text} />}
      <PostForm reloadDocument {...getFormProps(form)} noValidate className="grid grid-cols-1 gap-6">
        {filter && <input type="hidden" name="filter" value={filter} />}
        <fieldset aria-describedby={fields.format.errors ? fields.format.errorId : undefined}>
          <legend className="mb-2 font-medium">{t("Format")}</legend>
          <div className="divide-y divide-line border-y border-line">
            {getCollectionProps(fields.format, { type: "radio", options: [...EXPORT_FORMATS] }).map(
              ({ key, ...control }, at) => {
                const { name, text } = FORMAT_DETAILS[EXPORT_FORMATS[at] ?? "json"];
                return (
                  <label key={key} htmlFor={control.id} className="flex items-start gap-4 py-3">
                    <input {...control} className="mt-0.5 shrink-0" />
                    <span>
                      <span className="block font-medium">{name}</span>{" "}
                      <span className="block text-muted">{text}</span>
                    </span>
                  </label>
                );
              },
            )}
          </div>
          <FieldErrors id={fields.format.errorId} errors={fields.format.errors} />
        </fieldset>
        <CurrentPasswordField meta={fields.currentPassword} className="max-w-md" />
        <div>
          <SubmitButton name="intent" value="export" pending={false}>
            {t("Export")}
          </SubmitButton>
        </div>
      </PostForm>
    </TitledSection>
  );
}

/** Offered by the file chooser; any other file is read too, or refused with a reason. */
const IMPORT_ENDINGS =
  ".json,.zip,.md,.markdown,.txt,.html,.htm,.csv,.xml,.enex,.jex,.org,.docx,.daylio,.bear2bk,.textpack";

/** Uploads a file. Nothing is imported before the member confirms the preview. */
export function ImportForm({
  reply,
  largest,
  waiting,
}: Reply & { largest: string; waiting: WaitingFile | null }) {
  const own = replyForIntent(reply, "import");
  const [form, fields] = useForm<{ file: File[] }>({ id: "import", lastResult: own?.lastResult });
  return (
    <TitledSection id="import-heading" title={t("Import a journal")} titleClass="mb-3 text-xl">
      <p className="mb-5 max-w-measure text-muted">
        <Trans>
          You see what will be imported before anything is kept. What is already in your journal stays as it
          is. <Link to={paths.settingsDataHelp()}>How to import from another app</Link>
        </Trans>
      </p>
      {waiting && <Waiting {...waiting} />}
      {own?.notice && <FormNotice title={own.notice.title} text={own.notice.text} />}
      <PostForm
        encType="multipart/form-data"
        {...getFormProps(form)}
        noValidate
        className="grid max-w-measure grid-cols-1 gap-5"
      >
        <Field
          meta={fields.file}
          label={t("File")}
          type="file"
          multiple
          accept={IMPORT_ENDINGS}
          hint={t(
            "The file from here, or the export of another program: JSON, a zip, Markdown, text, and more. Its pictures come if they are in the same zip. You may choose several files. At most {uploadSizeInWords}.",
            { uploadSizeInWords: largest },
          )}
        />
        <div>
          <SubmitButton name="intent" value="import" variant="quiet" pendingText={t("Sending and reading…")}>
            {t("Preview")}
          </SubmitButton>
        </div>
      </PostForm>
    </TitledSection>
  );
}

type WaitingFile = { id: string; fileName: string };

function Waiting({ id, fileName }: WaitingFile) {
  return (
    <p className="mb-5 max-w-measure break-words">
      <Trans>
        You have not finished importing <Link to={paths.settingsDataImport(id)}>{fileName}</Link>. If you
        choose another file, it replaces this one.
      </Trans>
    </p>
  );
}
