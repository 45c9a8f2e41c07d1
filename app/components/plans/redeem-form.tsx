import { getFormProps, useForm } from "@conform-to/react";
import * as addresses from "~/addresses";
import { Field } from "~/components/forms/field";
import { PostForm } from "~/components/forms/post-form";
import { SubmitButton } from "~/components/forms/submit-button";
import type { FormReply } from "~/http/form/form-options.server";
import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";

/** Redeems a trial key. */
export function RedeemForm({ reply }: { reply: FormReply | undefined }) {
  const ours = reply?.lastResult.initialValue?.intent === "redeem" ? reply.lastResult : undefined;
  const [form, fields] = useForm<{ key: string }>({ id: "redeem", lastResult: ours });
  return (
    <section aria-labelledby="redeem-heading" className="mt-14">
      <h2 id="redeem-heading" className="text-xl">
        {t("Redeem a key")}
      </h2>
      <p className="mt-3 max-w-measure text-muted">
        <Trans>
          A key gives you a plan for some days. After that you have your earlier plan again; nothing is
          charged.
        </Trans>
      </p>
      <PostForm action={addresses.subscribe()} {...getFormProps(form)} noValidate className="mt-5 max-w-md">
        <input type="hidden" name="intent" value="redeem" />
        <Field
          meta={fields.key}
          label={t("Key")}
          hint={t("It looks like SNK-7K2M-4QXV-9RTB. Lower case and spaces do not matter.")}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
        <div className="mt-4">
          <SubmitButton variant="quiet" pendingText={t("Redeeming…")}>
            {t("Redeem")}
          </SubmitButton>
        </div>
      </PostForm>
    </section>
  );
}
