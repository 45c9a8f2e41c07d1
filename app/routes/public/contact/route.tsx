import { getFormProps, getInputProps, useForm, type FieldMetadata } from "@conform-to/react";
import {
  data,
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { SelectField } from "~/components/forms/choice-field";
import { Field } from "~/components/forms/field";
import { FormNotice, PostForm, SubmitButton } from "~/components/forms/post-form";
import { ButtonLink } from "~/components/ui/button";
import { PageHeading } from "~/components/ui/page-heading";
import { Prose } from "~/components/ui/prose";
import { CONTACT_TOPICS, MESSAGE_LENGTH, TOPIC_LABELS } from "~/domain/accounts/support/contact";
import {
  contactFormStamp,
  ContactSchema,
  receiveContactMessage,
  spamIndicators,
} from "~/domain/accounts/support/contact.server";
import { pageMeta } from "~/domain/accounts/support/public-pages";
import { formatNumber } from "~/domain/calendar/locale";
import { displayName } from "~/domain/member/member";
import { clientNetwork } from "~/http/client-address.server";
import { issueCsrfFields } from "~/http/form/csrf.server";
import type { FormReply } from "~/http/form/form-options.server";
import { publicAction } from "~/http/form/guarded-actions.server";
import { publicLoader } from "~/http/guards.server";
import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";
import * as paths from "~/paths";

type Values = {
  name: string;
  email: string;
  topic: string;
  message: string;
  website: string;
  opened: string;
};
type FormProps = { known: { name: string; email: string; opened: string }; reply: FormReply | undefined };

const INCOMPLETE = {
  title: t("Your message has not been sent yet"),
  text: t("Please check the lines marked below. Everything you have written is still there."),
};

const safety = (
  <Link to={paths.safety()} reloadDocument>
    {t("Please call someone now")}
  </Link>
);

/** Contact form, prefilled for members. */
function ContactForm({ known, reply }: FormProps) {
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
        {notice && <FormNotice {...notice} />}
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
            most: formatNumber(MESSAGE_LENGTH.most),
          })}
        />
        <Honeypot meta={fields.website} />
        <div>
          <SubmitButton pendingText={t("Sending…")}>{t("Send the message")}</SubmitButton>
        </div>
      </PostForm>
      <p className="mt-10 max-w-measure text-sm text-muted">
        <Trans>
          What you send is kept encrypted for a year and then deleted. There is more in the{" "}
          <Link to={paths.privacy()} reloadDocument>
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

/** Honeypot: bots fill in every field. Text browsers show it, so its label asks to leave it empty. */
function Honeypot({ meta }: { meta: FieldMetadata<string, Values> }) {
  const { key: _, ...control } = getInputProps(meta, { type: "text" });
  return (
    <div className="hidden">
      <label htmlFor={meta.id}>{t("Please leave this line empty")}</label>
      <input {...control} tabIndex={-1} autoComplete="off" dir="auto" />
    </div>
  );
}

function ContactSent() {
  return (
    <>
      <PageHeading title={t("Thank you")} />
      <Prose>
        <p role="status">
          <Trans>
            Your message has been sent. You should find a copy in your inbox soon, and the answer will come to
            the same address.
          </Trans>
        </p>
        <p>{t("A person reads it, so it may take a few days.")}</p>
      </Prose>
      <p className="mt-8 flex flex-wrap gap-3">
        <ButtonLink to={paths.home()} variant="quiet" reloadDocument>
          {t("Go to the home page")}
        </ButtonLink>
        <ButtonLink to={paths.contact()} variant="quiet" reloadDocument>
          {t("Write another message")}
        </ButtonLink>
      </p>
    </>
  );
}

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  pageMeta(
    data?.sent ? t("Thank you") : t("Contact"),
    t("Write to the people who run this server: about your account, a mistake in a text, or your safety."),
  );

export const loader = (args: LoaderFunctionArgs) =>
  publicLoader(args, async ({ request, url, member }) => {
    const { protection, headers } = await issueCsrfFields(request);
    return data(
      {
        sent: url.searchParams.has("sent"),
        known: {
          name: member ? displayName(member) : "",
          email: member?.email ?? "",
          opened: contactFormStamp(),
        },
        protection,
      },
      { headers },
    );
  });

const TOO_MANY_MESSAGES = {
  title: t("Too many messages"),
  text: t(
    "At most five messages an hour can be sent from one network. Please wait an hour and send it again; your text is still below. If you are in danger, please do not wait for us.",
  ),
};

export const action = (args: ActionFunctionArgs) =>
  publicAction(
    args,
    { schema: ContactSchema, once: true },
    async ({ request, value, submission, refuse }) => {
      const { website, opened, ...message } = value;
      const marks = spamIndicators({ website, opened });
      const accepted = await receiveContactMessage(message, {
        marks,
        network: clientNetwork(request),
        submission,
      });
      if (accepted) return redirect(paths.contact({ sent: "1" }));
      return refuse({ status: 429, notice: TOO_MANY_MESSAGES, headers: { "Retry-After": "3600" } });
    },
  );

export default function ContactPage() {
  const { sent, known } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return sent && !reply ? <ContactSent /> : <ContactForm known={known} reply={reply} />;
}
