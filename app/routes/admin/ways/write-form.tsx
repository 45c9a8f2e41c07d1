import { getFormProps, useForm } from "@conform-to/react";
import { Link } from "@remix-run/react";
import { Field } from "~/components/forms/field";
import { PostForm, SubmitButton } from "~/components/forms/post-form";
import { Disclosure } from "~/components/ui/disclosure";
import { TitledSection } from "~/components/ui/titled-section";
import type { FormReply } from "~/http/form/form-options.server";
import { t } from "~/i18n/t";
import * as paths from "~/paths";

type WriteFormProps = {
  reply: FormReply | undefined;
  way?: { id: string; text: string; seen: string };
  example?: string;
};
type Values = { name: string; text: string; seen: string };

/** Lines of a way file. The file format is the same in every language. */
const FILE_LINES = [
  {
    name: "name, by, language, licence",
    means: t(
      "What it is called, who wrote it, in which language (en, de, es), and whether others may print it.",
    ),
  },
  {
    name: "begins",
    means: t(
      "advent, ash-wednesday, easter or pentecost, with days after it as in “pentecost - 9”; a date as in 2027-02-10; or any, for a way that each person begins when they like.",
    ),
  },
  { name: "sundays", means: t("in where a Sunday is one of its days, apart where it is not.") },
  {
    name: "days",
    means: t(
      "One after the other. Each has a title and a passage; a point of at most 120 words, one to three questions, a closing line and its writer.",
    ),
  },
] as const;

/** Form for the text of a way file, new or existing. */
export function WriteWayForm({ reply, way, example = "" }: WriteFormProps) {
  const [form, fields] = useForm<Values>({
    id: "way",
    lastResult: reply?.lastResult,
    defaultValue: { name: way?.id ?? "", text: way?.text ?? example, seen: way?.seen ?? "" },
  });
  return (
    <PostForm {...getFormProps(form)} notice={reply?.notice} noValidate className="grid grid-cols-1 gap-5">
      <input type="hidden" name="seen" value={way?.seen ?? ""} />
      {way ? (
        <input type="hidden" name="name" value={way.id} />
      ) : (
        <Field
          meta={fields.name}
          label={t("File name")}
          hint={t(
            "Small letters, figures and hyphens: “lent-with-mark”. Also its web address; can’t be changed.",
          )}
          maxLength={60}
          autoComplete="off"
          className="max-w-card"
        />
      )}
      <Field
        meta={fields.text}
        label={t("The way")}
        hint={t("Mistakes are shown with their line number.")}
        multiline
        rows={24}
        spellCheck
      />
      <Disclosure title={t("How a way is written")} open={false}>
        <dl className="max-w-measure space-y-3">
          {FILE_LINES.map(({ name, means }) => (
            <div key={name}>
              <dt className="font-mono text-sm">
                <code translate="no">{name}</code>
              </dt>
              <dd className="text-muted">{means}</dd>
            </div>
          ))}
        </dl>
      </Disclosure>
      <p>
        <SubmitButton name="intent" value="save" pendingText={t("Saving…")}>
          {t("Save this way")}
        </SubmitButton>
      </p>
    </PostForm>
  );
}

/** Files that failed validation, with their problems. */
export function RefusedFiles({ files }: { files: { name: string; id: string; faults: string[] }[] }) {
  return (
    <TitledSection
      id="refused"
      title={t("Not offered")}
      className="mb-12"
      titleClass="mb-4 text-xl font-medium"
    >
      <ul className="space-y-5">
        {files.map(({ name, id, faults }) => (
          <li key={name}>
            <p className="break-all font-medium">{id ? <Link to={paths.adminWay(id)}>{name}</Link> : name}</p>
            <ul className="text-muted">
              {faults.map((fault) => (
                <li key={fault} className="break-words">
                  {fault}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </TitledSection>
  );
}
