import { getFormProps, useForm } from "@conform-to/react";
import { PaidPlanField } from "~/components/admin/fields";
import { Field } from "~/components/forms/field";
import { PostForm, SubmitButton } from "~/components/forms/post-form";
import { Banner } from "~/components/ui/banner";
import type { FormReply } from "~/http/form/form-options.server";
import { t } from "~/i18n/t";

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
