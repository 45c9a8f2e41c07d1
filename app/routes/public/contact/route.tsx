import {
  data,
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import * as addresses from "~/addresses";
import { displayName } from "~/domain/member/display-name";
import { ContactSchema } from "~/domain/support/contact-schema";
import { messageMarks, openedStamp, takeContactMessage } from "~/domain/support/contact.server";
import { pageMeta } from "~/domain/support/page-meta";
import { clientNetwork } from "~/http/client-address.server";
import { issueCsrfFields } from "~/http/form/csrf.server";
import { publicAction } from "~/http/form/guarded-actions.server";
import { publicLoader } from "~/http/loaders.server";
import { t } from "~/i18n/t";
import { ContactForm } from "./form";
import { Sent } from "./sent";

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
        known: { name: member ? displayName(member) : "", email: member?.email ?? "", opened: openedStamp() },
        protection,
      },
      { headers },
    );
  });

const TOO_MANY = {
  title: t("Too many messages"),
  text: t(
    "At most five messages an hour can be sent from one network. Please wait an hour and send it again; your text is still below. If you are in danger, please do not wait for us.",
  ),
};

/** Takes a message. */
export const action = (args: ActionFunctionArgs) =>
  publicAction(
    args,
    { schema: ContactSchema, once: true },
    async ({ request, value, submission, refuse }) => {
      const { website, opened, ...message } = value;
      const marks = messageMarks({ website, opened });
      const taken = await takeContactMessage(message, { marks, network: clientNetwork(request), submission });
      if (taken) return redirect(addresses.contact({ sent: "1" }));
      return refuse({ status: 429, notice: TOO_MANY, headers: { "Retry-After": "3600" } });
    },
  );

export default function ContactPage() {
  const { sent, known } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return sent && !reply ? <Sent /> : <ContactForm known={known} reply={reply} />;
}
