import { getFormProps, useForm } from "@conform-to/react";
import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { AdminListPage, defineAdminList } from "~/components/admin/admin-list";
import { Section } from "~/components/admin/facts";
import { Field } from "~/components/forms/field";
import { PostForm, SubmitButton } from "~/components/forms/post-form";
import { Badge } from "~/components/ui/badge";
import { PageHeading } from "~/components/ui/page-heading";
import {
  createInvitation,
  createInvitationIdempotently,
  INVITATION_MS,
  listInvitations,
  registeredAddresses,
  withdrawInvitation,
  type InvitationLine,
  type InvitationState,
  type PrintedInvitation,
} from "~/domain/accounts/invitations/invitations.server";
import { InvitationsSchema } from "~/domain/accounts/schema";
import { currentInstance } from "~/domain/accounts/support/instance.server";
import { serverTime } from "~/domain/administration/health/health.server";
import { formatDate, utcDay } from "~/domain/calendar/local-day";
import { loadAdminList } from "~/http/admin-list.server";
import { redirectWithToast } from "~/http/cookies.server";
import type { FormReply } from "~/http/form/form-options.server";
import { adminAction } from "~/http/form/guarded-actions.server";
import { adminLoader, notFound } from "~/http/guards.server";
import { secretMailNotice } from "~/http/unlock.server";
import { t, tn } from "~/i18n/t";
import { Trans } from "~/i18n/trans";
import * as paths from "~/paths";
import { InvitationSheet, PrintButton } from "./invitation-sheet";

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
  toRowView: ({ createdAt, endsAt, ...invitation }: InvitationLine) => ({
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
          <span className="block min-w-[11rem] [overflow-wrap:anywhere]">{email || t("To hand over")}</span>{" "}
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
    sendsMail: currentInstance().sendsMail,
    name: currentInstance().name,
    list: await loadAdminList(INVITATION_LIST, (_filters, cursor) => listInvitations(cursor), url),
  }));

const LINK_INSTEAD = t("Leave this empty for one invitation to print.");

type Printed = PrintedInvitation & { ends: string };
type Reply = FormReply & Partial<Printed>;

/** The link and the code are part of this response alone, because only their hashes are stored. */
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
        const reply: Reply = {
          lastResult: { initialValue: {} },
          ...(await createInvitationIdempotently(member, submission, note)),
          ends: formatDate(utcDay(new Date(serverTime().getTime() + INVITATION_MS))),
        };
        return data(reply);
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
  open: (
    <Trans>
      Anyone can register here. To make registration invitation-only, go to{" "}
      <Link to={paths.adminHouse()}>This site</Link>.
    </Trans>
  ),
  invite: t("Only invited people can register here."),
  closed: t("Registration is closed; an invitation still works."),
} as const;

export default function InvitationsPage() {
  const { registration, sendsMail, name, list } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>() as Reply | undefined;
  const { link, code = "", qrSvg = "", ends = "" } = reply ?? {};
  if (link)
    return (
      <>
        <div className="no-print">
          <PageHeading
            title={t("One invitation")}
            eyebrow={<Link to={paths.adminInvitations()}>{t("Invitations")}</Link>}
            intro={t("It is shown only once. Print this page, or copy the link.")}
          />
        </div>
        <InvitationSheet {...{ name, link, code, qrSvg, ends }} />
        <div className="no-print mx-auto mt-8 max-w-card">
          <PrintButton />
          <label htmlFor="new-link" className="mb-1.5 mt-6 block text-sm text-muted">
            {t("The link")}
          </label>
          <textarea
            dir="auto"
            id="new-link"
            readOnly
            rows={3}
            value={link}
            className="control break-all font-mono text-sm [field-sizing:content]"
          />
        </div>
      </>
    );
  return (
    <>
      <PageHeading title={t("Invitations")} intro={INTRO[registration]} />
      <InviteForm reply={reply} sendsMail={sendsMail} />
      <Section id="list" title={t("All invitations")}>
        <AdminListPage list={INVITATION_LIST} {...list} />
      </Section>
    </>
  );
}

function InviteForm({ reply, sendsMail }: { reply: FormReply | undefined; sendsMail: boolean }) {
  const [form, fields] = useForm<{ emails: string; note: string }>({
    id: "new-invitations",
    lastResult: reply?.lastResult,
  });
  return (
    <PostForm {...getFormProps(form)} noValidate className="mb-12 grid max-w-measure grid-cols-1 gap-5">
      {sendsMail && (
        <Field
          meta={fields.emails}
          label={t("Email addresses")}
          hint={t("One per line. Leave this empty for one invitation to print.")}
          multiline
          rows={3}
          autoComplete="off"
          spellCheck={false}
        />
      )}
      <Field
        meta={fields.note}
        label={t("Note")}
        hint={t("Who it is for. Only administrators see it.")}
        maxLength={200}
        autoComplete="off"
      />
      <p>
        <SubmitButton name="intent" value="create" pendingText={t("Inviting…")}>
          {sendsMail ? t("Invite") : t("Make an invitation to print")}
        </SubmitButton>
      </p>
    </PostForm>
  );
}
