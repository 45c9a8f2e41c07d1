import { getFormProps, useForm } from "@conform-to/react";
import { Link } from "@remix-run/react";
import * as addresses from "~/addresses";
import { DataTable } from "~/components/admin/data-table";
import { PaidPlanField } from "~/components/admin/paid-plan-field";
import { Field } from "~/components/forms/field";
import { PostForm } from "~/components/forms/post-form";
import { SubmitButton } from "~/components/forms/submit-button";
import { Badge } from "~/components/ui/badge";
import { Banner } from "~/components/ui/banner";
import { TIER_LABELS, type PaidTier } from "~/domain/member/tiers";
import type { FormReply } from "~/http/form/form-options.server";
import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";

export const KEY_STATE_WORDS = {
  unused: t("Unused"),
  partial: t("Partly used"),
  used: t("Used"),
  expired: t("Expired"),
  revoked: t("Revoked"),
} as const;

export function NewKeysOnce({ keys }: { keys: string[] }) {
  return (
    <Banner
      tone="success"
      role="status"
      title={t("These are the new keys. They are shown only once.")}
      className="mb-10"
    >
      <label htmlFor="new-keys" className="mb-1.5 mt-2 block text-sm">
        {t("Please copy them now.")}
      </label>
      <textarea
        dir="auto"
        id="new-keys"
        readOnly
        rows={Math.min(keys.length, 12)}
        value={keys.join("\n")}
        className="control font-mono"
      />
      <PostForm reloadDocument className="mt-4">
        <input type="hidden" name="keys" value={keys.join("\n")} />
        <SubmitButton name="intent" value="save-new" variant="quiet">
          {t("Export these keys as CSV")}
        </SubmitButton>
      </PostForm>
    </Banner>
  );
}

type Create = {
  tier: string;
  days: string;
  count: string;
  maxRedemptions: string;
  expiresAt: string;
  note: string;
};

export function CreateKeysForm({ reply }: { reply: FormReply | undefined }) {
  const [form, fields] = useForm<Create>({
    id: "create-keys",
    lastResult: reply?.lastResult,
    defaultValue: { tier: "tier1", days: "30", count: "1", maxRedemptions: "1" },
  });
  return (
    <PostForm {...getFormProps(form)} noValidate>
      <div className="grid grid-cols-1 items-start gap-5 sm:grid-cols-2 lg:grid-cols-4">
        <PaidPlanField field={fields.tier} />
        <Field meta={fields.days} label={t("Days")} type="number" min={1} max={365} inputMode="numeric" />
        <Field
          meta={fields.count}
          label={t("How many keys")}
          type="number"
          min={1}
          max={500}
          inputMode="numeric"
        />
        <Field
          meta={fields.maxRedemptions}
          label={t("Uses per key")}
          type="number"
          min={1}
          max={1000}
          inputMode="numeric"
        />
        <Field
          meta={fields.expiresAt}
          label={t("Last day")}
          hint={t("Leave empty for no expiry.")}
          type="date"
          className="lg:col-span-2"
        />
        <Field
          meta={fields.note}
          label={t("Note")}
          hint={t("For administrators only.")}
          maxLength={200}
          autoComplete="off"
          className="lg:col-span-2"
        />
      </div>
      <SubmitButton name="intent" value="create" pendingText={t("Creating…")} className="mt-6">
        {t("Create keys")}
      </SubmitButton>
    </PostForm>
  );
}

type Key = {
  id: string;
  masked: string;
  tier: PaidTier;
  days: number;
  state: keyof typeof KEY_STATE_WORDS;
  redeemed: string;
  redemptions: { userId: number; username: string; at: string }[];
  expires: string | null;
  note: string;
  createdAt: string;
};

const isLive = (state: Key["state"]) => state === "unused" || state === "partial";

export function KeyTable({ keys }: { keys: Key[] }) {
  return (
    <DataTable
      caption={t("Trial keys")}
      rows={keys}
      rowKey={({ id }) => id}
      empty={t("None.")}
      columns={[
        {
          label: t("Key"),
          isName: true,
          cell: ({ masked, note }) => (
            <>
              <span className="whitespace-nowrap font-mono text-sm">{masked}</span>{" "}
              {note && <span className="block text-sm text-muted">{note}</span>}
            </>
          ),
        },
        {
          label: t("Gives"),
          cell: ({ tier, days }) => t("{plan}, {days} days", { plan: TIER_LABELS[tier], days }),
        },
        {
          label: t("State"),
          cell: ({ state }) => (
            <Badge tone={isLive(state) ? "accent" : "plain"}>{KEY_STATE_WORDS[state]}</Badge>
          ),
        },
        {
          label: t("Redeemed"),
          cell: ({ redeemed, redemptions }) => (
            <>
              {redeemed}
              {redemptions.map(({ userId, username, at }) => (
                <span key={userId} className="block whitespace-nowrap text-sm text-muted">
                  <Link to={addresses.adminUser(userId)}>{username}</Link>, {at}
                </span>
              ))}
            </>
          ),
        },
        { label: t("Last day"), nowrap: true, cell: ({ expires }) => expires ?? "–" },
        { label: t("Created (UTC)"), nowrap: true, cell: ({ createdAt }) => createdAt },
        {
          label: t("Revoke"),
          cell: ({ id, masked, state }) =>
            isLive(state) ? (
              <Link to={addresses.adminTrialKeysRevoke({ key: id })}>
                <Trans>
                  Revoke<span className="sr-only"> {masked}</span>
                </Trans>
              </Link>
            ) : (
              "–"
            ),
        },
      ]}
    />
  );
}

export function ExportKeysForm() {
  return (
    <PostForm reloadDocument className="no-print mt-8">
      <SubmitButton name="intent" value="export" variant="quiet">
        {t("Export the list as CSV")}
      </SubmitButton>
    </PostForm>
  );
}
