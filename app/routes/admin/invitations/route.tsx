import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import * as addresses from "~/addresses";
import { Section } from "~/components/admin/facts";
import { Pager } from "~/components/admin/filters";
import { HandOver } from "~/components/admin/hand-over";
import { PageHeading } from "~/components/ui/page-heading";
import {
  invite,
  inviteOnce,
  listInvitations,
  withAccount,
  withdrawInvitation,
} from "~/domain/accounts/invitations/invitations.server";
import { InvitationsSchema } from "~/domain/accounts/invitations/schema";
import { dateInWords } from "~/domain/calendar/local-day";
import { utcDay } from "~/domain/calendar/utc";
import { thisHouse } from "~/domain/support/house.server";
import type { FormReply } from "~/http/form/form-options.server";
import { adminAction } from "~/http/form/guarded-actions.server";
import { adminLoader, notFound } from "~/http/loaders.server";
import { refusalOfSecretMail } from "~/http/secret-mail.server";
import { redirectWithToast } from "~/http/toast.server";
import { t, tn } from "~/i18n/t";
import { InvitationTable, InviteForm } from "./parts";

export const meta: MetaFunction = () => [{ title: t("Invitations · Still and Know") }];

export const loader = (args: LoaderFunctionArgs) =>
  adminLoader(args, async ({ url }) => {
    const before = url.searchParams.get("page")?.slice(0, 100) || undefined;
    const { lines, older } = await listInvitations(before);
    return {
      registration: thisHouse().registration,
      invitations: lines.map(({ createdAt, endsAt, ...line }) => ({
        ...line,
        made: dateInWords(utcDay(createdAt)),
        ends: dateInWords(utcDay(endsAt)),
      })),
      first: before ? addresses.adminInvitations() : null,
      next: older && addresses.adminInvitations({ page: older }),
    };
  });

const LINK_INSTEAD = t("Leave the field empty, and you get a link to hand over.");

type Reply = FormReply & { link?: string };

/** A link to hand over is shown by the answer itself, once: only its hash is kept. */
export const action = (args: ActionFunctionArgs) =>
  adminAction(
    args,
    // A link is shown and not redirected to; it has a memory of its own.
    { schema: InvitationsSchema, once: (form) => form.get("emails") !== "" },
    async ({ member, value, submission, refuse }) => {
      if (value.intent === "withdraw") {
        if (!(await withdrawInvitation(member, value.invitationId))) throw notFound();
        return redirectWithToast(addresses.adminInvitations(), {
          title: t("Invitation withdrawn"),
          tone: "success",
        });
      }
      const { emails, note } = value;
      if (emails.length === 0) {
        const shown: Reply = {
          lastResult: { initialValue: {} },
          link: await inviteOnce(member, submission, note),
        };
        return data(shown);
      }
      const unsent = refusalOfSecretMail();
      if (unsent) return refuse({ status: 409, fields: { emails: [unsent.text, LINK_INSTEAD] } });
      const known = await withAccount(emails);
      if (known.length > 0)
        return refuse({
          status: 409,
          fields: {
            emails: known.map((email) => t("{email} already has an account.", { email })),
          },
        });
      for (const email of emails) await invite(member, email, note);
      return redirectWithToast(addresses.adminInvitations(), {
        title: tn("The invitation is on its way", "{count} invitations are on their way", emails.length),
        tone: "success",
      });
    },
  );

const INTRO = {
  open: t(
    "Anyone can register here. An invitation saves someone the verification of their address. Under “This house” you can say that only the invited can register.",
  ),
  invite: t("Only the invited can register here."),
  closed: t("No one can register here, except by an invitation."),
} as const;

export default function InvitationsPage() {
  const { registration, invitations, first, next } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>() as Reply | undefined;
  return (
    <>
      <PageHeading
        title={t("Invitations")}
        intro={`${INTRO[registration]} ${t("An invitation works once, for seven days.")}`}
      />
      {reply?.link && (
        <HandOver
          title={t("This is the link to hand over. It is shown only once.")}
          explains={t("Write it on paper, or copy it now. It works once, for seven days.")}
          link={reply.link}
        />
      )}
      <Section id="invite" title={t("Invite people")}>
        <InviteForm key={reply?.link ?? "new"} reply={reply?.link ? undefined : reply} />
      </Section>
      <Section id="list" title={t("All invitations")}>
        <InvitationTable invitations={invitations} />
        <Pager label={t("Invitation pages")} first={first} next={next} />
      </Section>
    </>
  );
}
