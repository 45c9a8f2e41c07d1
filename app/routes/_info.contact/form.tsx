import { getFormProps, getInputProps, getSelectProps, useForm, type FieldMetadata } from "@conform-to/react";
import { Form, Link } from "@remix-run/react";
import { Field } from "~/components/forms/field";
import { FieldErrors } from "~/components/forms/field-messages";
import { FormNotice } from "~/components/forms/form-notice";
import { FormProtection } from "~/components/forms/form-protection";
import { SubmitButton } from "~/components/forms/submit-button";
import { PageHeading } from "~/components/ui/page-heading";
import { Sentence } from "~/components/ui/sentence";
import { CONTACT_TOPICS, MESSAGE_LENGTH } from "~/domain/support/contact-topics";
import type { FormReply } from "~/http/forms.server";
import { contactWords } from "~/words/info/contact";
import { TOPIC_LABELS } from "~/words/info/contact-texts";

type Values = {
  name: string;
  email: string;
  topic: string;
  message: string;
  website: string;
  opened: string;
};
type Props = { known: { name: string; email: string; opened: string }; reply: FormReply | undefined };

const INCOMPLETE = {
  title: contactWords.yourMessageIsNotSentYet,
  text: contactWords.yourMessageIsNotSentYetText,
};

const safety = (
  <Link to="/safety" reloadDocument>
    {contactWords.pleaseCallSomebodyNow}
  </Link>
);

/** The contact form; whoever is signed in finds name and address filled in. */
export function ContactForm({ known, reply }: Props) {
  const [form, fields] = useForm<Values>({
    id: "contact",
    lastResult: reply?.lastResult,
    defaultValue: known,
  });
  const notice = reply?.notice ?? (form.status === "error" ? INCOMPLETE : undefined);
  return (
    <>
      <PageHeading
        title={contactWords.contact}
        intro={
          <>
            <p>{contactWords.yourMessageGoesToThePeople}</p>
            <p className="mt-3">
              <Sentence text={contactWords.areYouInDanger} parts={{ safety }} />
            </p>
          </>
        }
      />
      <Form method="post" {...getFormProps(form)} noValidate className="grid max-w-measure grid-cols-1 gap-6">
        <FormProtection />
        <input {...getInputProps(fields.opened, { type: "hidden" })} key="opened" />
        {notice && <FormNotice title={notice.title} text={notice.text} />}
        <div className="grid grid-cols-1 gap-6 sm:grid-cols-2">
          <Field meta={fields.name} label={contactWords.yourName} autoComplete="name" />
          <Field meta={fields.email} label={contactWords.email} type="email" autoComplete="email" />
        </div>
        <TopicField meta={fields.topic} />
        <Field
          meta={fields.message}
          label={contactWords.message}
          multiline
          rows={10}
          hint={contactWords.messageHint({ least: MESSAGE_LENGTH.least, most: MESSAGE_LENGTH.most })}
        />
        <Trap meta={fields.website} />
        <div>
          <SubmitButton pendingText={contactWords.sendTheMessageBusy}>
            {contactWords.sendTheMessage}
          </SubmitButton>
        </div>
      </Form>
      <p className="mt-10 max-w-measure text-sm text-muted">
        <Sentence
          text={contactWords.whatYouSendIsKeptEncrypted}
          parts={{
            privacy: (text) => (
              <Link to="/privacy" reloadDocument>
                {text}
              </Link>
            ),
          }}
        />
      </p>
    </>
  );
}

function TopicField({ meta }: { meta: FieldMetadata<string, Values> }) {
  const { key: _, ...control } = getSelectProps(meta);
  return (
    <div>
      <label htmlFor={meta.id} className="mb-1.5 block font-medium">
        {contactWords.whatIsItAbout}
      </label>
      <select {...control} className="control">
        <option value="">{contactWords.pleaseChoose}</option>
        {CONTACT_TOPICS.map((topic) => (
          <option key={topic} value={topic}>
            {TOPIC_LABELS[topic]}
          </option>
        ))}
      </select>
      <FieldErrors id={meta.errorId} errors={meta.errors} />
    </div>
  );
}

/** Programs fill in every field they find. Text browsers show it, so its label says what to do. */
function Trap({ meta }: { meta: FieldMetadata<string, Values> }) {
  const { key: _, ...control } = getInputProps(meta, { type: "text" });
  return (
    <div className="hidden">
      <label htmlFor={meta.id}>{contactWords.pleaseLeaveThisLineEmpty}</label>
      <input {...control} tabIndex={-1} autoComplete="off" />
    </div>
  );
}
