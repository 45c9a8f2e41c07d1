import { getFormProps, getInputProps, useForm, type FieldMetadata } from "@conform-to/react";
import { Link } from "@remix-run/react";
import * as addresses from "~/addresses";
import { Field } from "~/components/forms/field";
import { FormNotice } from "~/components/forms/form-notice";
import { PostForm } from "~/components/forms/post-form";
import { SelectField } from "~/components/forms/select-field";
import { SubmitButton } from "~/components/forms/submit-button";
import { PageHeading } from "~/components/ui/page-heading";
import { numberInWords } from "~/domain/calendar/locale";
import { CONTACT_TOPICS, MESSAGE_LENGTH } from "~/domain/support/contact-topics";
import { TOPIC_LABELS } from "~/domain/support/texts";
import type { FormReply } from "~/http/form/form-options.server";
import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";

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
  title: t("Your message has not been sent yet"),
  text: t("Please check the lines marked below. Everything you have written is still there."),
};

const safety = (
  <Link to={addresses.safety()} reloadDocument>
    {t("Please call someone now")}
  </Link>
);

/** The contact form; someone who is signed in finds name and address filled in. */
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
        title={t("Contact")}
        intro={
          <>
            <p>
              <Trans>
                Your message goes to the people who run this server. They read it when they can, which may
                take a few days. Please don’t paste journal text: it is yours, and email is not a safe place
                for it.
              </Trans>
            </p>
            <p className="mt-3">
              <Trans>Are you in danger, or afraid of what you might do? {safety}.</Trans>
            </p>
          </>
        }
      />
      <PostForm {...getFormProps(form)} noValidate className="grid max-w-measure grid-cols-1 gap-6">
        <input {...getInputProps(fields.opened, { type: "hidden" })} key="opened" />
        {notice && <FormNotice title={notice.title} text={notice.text} />}
        <div className="grid grid-cols-1 gap-6 sm:grid-cols-2">
          <Field meta={fields.name} label={t("Your name")} autoComplete="name" />
          <Field meta={fields.email} label={t("Email")} type="email" autoComplete="email" />
        </div>
        <TopicField meta={fields.topic} />
        <Field
          meta={fields.message}
          label={t("Message")}
          multiline
          rows={10}
          hint={t("Between {least} and {most} characters.", {
            least: MESSAGE_LENGTH.least,
            most: numberInWords(MESSAGE_LENGTH.most),
          })}
        />
        <Trap meta={fields.website} />
        <div>
          <SubmitButton pendingText={t("Sending…")}>{t("Send the message")}</SubmitButton>
        </div>
      </PostForm>
      <p className="mt-10 max-w-measure text-sm text-muted">
        <Trans>
          What you send is kept encrypted for a year and then deleted. There is more in the{" "}
          <Link to={addresses.privacy()} reloadDocument>
            Privacy Policy
          </Link>
          .
        </Trans>
      </p>
    </>
  );
}

function TopicField({ meta }: { meta: FieldMetadata<string, Values> }) {
  return (
    <SelectField meta={meta} label={t("What is it about?")}>
      <option value="">{t("Please choose")}</option>
      {CONTACT_TOPICS.map((topic) => (
        <option key={topic} value={topic}>
          {TOPIC_LABELS[topic]}
        </option>
      ))}
    </SelectField>
  );
}

/** Programs fill in every field they find. Text browsers show it, so its label says what to do. */
function Trap({ meta }: { meta: FieldMetadata<string, Values> }) {
  const { key: _, ...control } = getInputProps(meta, { type: "text" });
  return (
    <div className="hidden">
      <label htmlFor={meta.id}>{t("Please leave this line empty")}</label>
      <input {...control} tabIndex={-1} autoComplete="off" dir="auto" />
    </div>
  );
}
