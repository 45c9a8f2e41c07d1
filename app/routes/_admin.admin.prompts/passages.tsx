import { getFormProps, useForm } from "@conform-to/react";
import { Form } from "@remix-run/react";
import { Cell, DataTable, Row, RowHead } from "~/components/admin/data-table";
import { replyFor } from "~/components/admin/prompt-form";
import { Field } from "~/components/forms/field";
import { FormProtection } from "~/components/forms/form-protection";
import { SubmitButton } from "~/components/forms/submit-button";
import { ButtonLink } from "~/components/ui/button";
import { Sentence } from "~/components/ui/sentence";
import type { FormReply } from "~/http/forms.server";
import { promptsWords } from "~/words/admin/prompts";

type WithReply = { reply: FormReply | undefined };

export function PassageTable({ passages }: { passages: { reference: string; replacement: string }[] }) {
  if (passages.length === 0)
    return <p className="mb-6 text-muted">{promptsWords.everythingIsReadAsItCame}</p>;
  return (
    <DataTable
      className="mb-6"
      caption={promptsWords.passagesThatAreReplaced}
      columns={[
        { label: promptsWords.inPlaceOf },
        { label: promptsWords.isRead },
        { label: promptsWords.change },
      ]}
    >
      {passages.map(({ reference, replacement }) => (
        <Row key={reference}>
          <RowHead>{reference}</RowHead>
          <Cell>{replacement}</Cell>
          <Cell last>
            <Form method="post" action="/admin/prompts">
              <FormProtection />
              <input type="hidden" name="reference" value={reference} />
              <button type="submit" name="intent" value="restore" className="min-h-11 underline">
                <Sentence
                  text={promptsWords.asItCame}
                  parts={{ hidden: (text) => <span className="sr-only">{text}</span>, reference }}
                />
              </button>
            </Form>
          </Cell>
        </Row>
      ))}
    </DataTable>
  );
}

export function PassageForm({ reply }: WithReply) {
  const [form, fields] = useForm<{ reference: string; replacement: string }>({
    id: "passage",
    lastResult: replyFor(reply, "replace")?.lastResult,
  });
  return (
    <Form
      method="post"
      {...getFormProps(form)}
      noValidate
      className="grid grid-cols-1 items-start gap-5 sm:grid-cols-2"
    >
      <FormProtection />
      <Field
        meta={fields.reference}
        label={promptsWords.inPlaceOf}
        hint={promptsWords.inPlaceOfHint}
        autoComplete="off"
      />
      <Field
        meta={fields.replacement}
        label={promptsWords.read}
        hint={promptsWords.readHint}
        autoComplete="off"
      />
      <div>
        <SubmitButton
          name="intent"
          value="replace"
          variant="quiet"
          pendingText={promptsWords.readThisInsteadBusy}
        >
          {promptsWords.readThisInstead}
        </SubmitButton>
      </div>
    </Form>
  );
}

export function ImportForm({ reply }: WithReply) {
  const [form, fields] = useForm<{ library: string }>({
    id: "library-file",
    lastResult: replyFor(reply, "import")?.lastResult,
  });
  return (
    <>
      <p className="mb-6">
        <ButtonLink to="/admin/prompts/file" reloadDocument variant="quiet">
          {promptsWords.saveAsJson}
        </ButtonLink>
      </p>
      <Form method="post" {...getFormProps(form)} noValidate className="grid grid-cols-1 gap-5">
        <FormProtection />
        <Field
          meta={fields.library}
          label={promptsWords.takeInPasteSuchAFile}
          multiline
          rows={5}
          spellCheck={false}
        />
        <div>
          <SubmitButton name="intent" value="import" variant="quiet" pendingText={promptsWords.takeItInBusy}>
            {promptsWords.takeItIn}
          </SubmitButton>
        </div>
      </Form>
    </>
  );
}
