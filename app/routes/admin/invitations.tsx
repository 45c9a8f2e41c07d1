import { getFormProps, useForm } from "@conform-to/react";
import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { AdminListPage, defineAdminList } from "~/components/admin/admin-list";
import { OneTimeLink, Section } from "~/components/admin/facts";
import { Field } from "~/components/forms/field";
import { PostForm, SubmitButton } from "~/components/forms/post-form";
import { Badge } from "~/components/ui/badge";
import { PageHeading } from "~/components/ui/page-heading";
import type { InvitationState } from "~/domain/accounts/invitations/invitation";
import {
  createInvitation,
  createInvitationIdempotently,
  listInvitations,
  registeredAddresses,
  withdrawInvitation,
  type InvitationLine,
} from "~/domain/accounts/invitations/invitations.server";
import { InvitationsSchema } from "~/domain/accounts/schema";
import { currentInstance } from "~/domain/accounts/support/instance.server";
import { formatDate, utcDay } from "~/domain/calendar/local-day";
import { loadAdminList } from "~/http/admin-list.server";
import { redirectWithToast } from "~/http/cookies.server";
import type { FormReply } from "~/http/form/form-options.server";
import { adminAction } from "~/http/form/guarded-actions.server";
import { adminLoader, notFound } from "~/http/guards.server";
import { secretMailNotice } from "~/http/unlock.server";
import { t, tn } from "~/i18n/t";
import * as paths from "~/paths";

export const meta: MetaFunction = () => [{ title: t("Invitations · Still and Know") }];

const STATE_NAMES: Record<InvitationState, string> = {
  waiting: t("Waiting"),
  used: t("Used"),
  withdrawn: t("Withdrawn"),
  expired: t("Expired"),
};

const INVITATION_LIST = defineAdminList({
  address: paths.adminInvitations,
  cursor: "page",
  filters: [],
  pagerLabel: t("Invitation pages"),
  toShown: ({ createdAt, endsAt, ...invitation }: InvitationLine) => ({
    ...invitation,
    made: formatDate(utcDay(createdAt)),
    ends: formatDate(utcDay(endsAt)),
  }),
  caption: t("Invitations"),
  rowKey: ({ id }) => id,
  empty: { filtered: t("None.") },
  columns: [
    {
      label: t("For"),
      isName: true,
      cell: ({ email, note }) => (
        <>
          <span className="block min-w-[11rem] [overflow-wrap:anywhere]">
            {email || t("A link to hand over")}
          </span>{" "}
          {note && <span className="block text-sm font-normal text-muted">{note}</span>}
        </>
      ),
    },
    {
      label: t("State"),
      cell: ({ state, userId }) => (
        <>
          <Badge tone={state === "waiting" ? "accent" : undefined}>{STATE_NAMES[state]}</Badge>{" "}
          {userId !== null && (
            <Link to={paths.adminUser(userId)} className="block text-sm">
              {t("User {userId}", { userId })}
            </Link>
          )}
        </>
      ),
    },
    { label: t("Made"), nowrap: true, cell: ({ made }) => made },
    { label: t("Until"), nowrap: true, cell: ({ ends }) => ends },
    {
      label: t("Withdraw"),
      cell: ({ id, state }) =>
        state === "waiting" && (
          <PostForm>
            <input type="hidden" name="invitationId" value={id} />
            <SubmitButton name="intent" value="withdraw" variant="quiet">
              {t("Withdraw")}
            </SubmitButton>
          </PostForm>
        ),
    },
  ],
});

export const loader = (args: LoaderFunctionArgs) =>
  adminLoader(args, async ({ url }) => ({
    registration: currentInstance().registration,
    list: await loadAdminList(INVITATION_LIST, (_filters, cursor) => listInvitations(cursor), url),
  }));

const LINK_INSTEAD = t("Leave the field empty, and you get a link to hand over.");

type Reply = FormReply & { link?: string };

/** The one-time link is part of this response alone, because only its hash is stored. */
export const action = (args: ActionFunctionArgs) =>
  adminAction(
    args,
    // The response with a link is no redirect, so `createInvitationIdempotently` makes it idempotent.
    { schema: InvitationsSchema, once: (form) => form.get("emails") !== "" },
    async ({ member, value, submission, refuse }) => {
      if (value.intent === "withdraw") {
        if (!(await withdrawInvitation(member, value.invitationId))) throw notFound();
        return redirectWithToast(paths.adminInvitations(), {
          title: t("Invitation withdrawn"),
          tone: "success",
        });
      }
      const { emails, note } = value;
      if (emails.length === 0) {
        const shown: Reply = {
          lastResult: { initialValue: {} },
          link: await createInvitationIdempotently(member, submission, note),
        };
        return data(shown);
      }
      const unsent = secretMailNotice();
      if (unsent) return refuse({ status: 409, fields: { emails: [unsent.text, LINK_INSTEAD] } });
      const known = await registeredAddresses(emails);
      if (known.length > 0)
        return refuse({
          status: 409,
          fields: {
            emails: known.map((email) => t("{email} already has an account.", { email })),
          },
        });
      for (const email of emails) await createInvitation(member, email, note);
      return redirectWithToast(paths.adminInvitations(), {
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
  const { registration, list } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>() as Reply | undefined;
  return (
    <>
      <PageHeading
        title={t("Invitations")}
        intro={`${INTRO[registration]} ${t("An invitation works once, for seven days.")}`}
      />
      {reply?.link && (
        <OneTimeLink
          title={t("This is the link to hand over. It is shown only once.")}
          explains={t("Write it on paper, or copy it now. It works once, for seven days.")}
          link={reply.link}
        />
      )}
      <Section id="invite" title={t("Invite people")}>
        <InviteForm key={reply?.link ?? "new"} reply={reply?.link ? undefined : reply} />
      </Section>
      <Section id="list" title={t("All invitations")}>
        <AdminListPage list={INVITATION_LIST} {...list} />
      </Section>
    </>
  );
}

function InviteForm({ reply }: { reply: FormReply | undefined }) {
  const [form, fields] = useForm<{ emails: string; note: string }>({
    id: "new-invitations",
    lastResult: reply?.lastResult,
  });
  return (
    <PostForm {...getFormProps(form)} noValidate className="grid max-w-measure grid-cols-1 gap-5">
      <Field
        meta={fields.emails}
        label={t("Email addresses")}
        hint={t("One per line; each gets an email. Leave it empty for one link to hand over on paper.")}
        multiline
        rows={4}
        autoComplete="off"
        spellCheck={false}
      />
      <Field
        meta={fields.note}
        label={t("Note")}
        hint={t("For administrators only.")}
        maxLength={200}
        autoComplete="off"
      />
      <p>
        <SubmitButton name="intent" value="create" pendingText={t("Inviting…")}>
          {t("Invite")}
        </SubmitButton>
      </p>
    </PostForm>
  );
}
