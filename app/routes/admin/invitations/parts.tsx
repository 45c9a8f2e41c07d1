import { getFormProps, useForm } from "@conform-to/react";
import { Link } from "@remix-run/react";
import * as addresses from "~/addresses";
import { DataTable } from "~/components/admin/data-table";
import { Field } from "~/components/forms/field";
import { PostForm } from "~/components/forms/post-form";
import { SubmitButton } from "~/components/forms/submit-button";
import { Badge } from "~/components/ui/badge";
import type { InvitationState } from "~/domain/accounts/invitations/invitation";
import type { FormReply } from "~/http/form/form-options.server";
import { t } from "~/i18n/t";

export function InviteForm({ reply }: { reply: FormReply | undefined }) {
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

const STATE_WORDS: Record<InvitationState, string> = {
  waiting: t("Waiting"),
  used: t("Used"),
  withdrawn: t("Withdrawn"),
  expired: t("Expired"),
};

type Invitation = {
  id: string;
  email: string;
  note: string;
  state: InvitationState;
  userId: number | null;
  made: string;
  ends: string;
};

export function InvitationTable({ invitations }: { invitations: Invitation[] }) {
  return (
    <DataTable
      caption={t("Invitations")}
      rows={invitations}
      rowKey={({ id }) => id}
      empty={t("None.")}
      columns={[
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
              <Badge tone={state === "waiting" ? "accent" : undefined}>{STATE_WORDS[state]}</Badge>{" "}
              {userId !== null && (
                <Link to={addresses.adminUser(userId)} className="block text-sm">
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
      ]}
    />
  );
}
