import { getFormProps, useForm } from "@conform-to/react";
import { useRef } from "react";
import { useBrowserZone } from "~/browser/use-browser-zone";
import { Field } from "~/components/forms/field";
import { PostForm } from "~/components/forms/post-form";
import { SubmitButton } from "~/components/forms/submit-button";
import { Card } from "~/components/ui/card";
import type { FormReply } from "~/http/form/form-options.server";
import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";

/** Asks for the time zone while it is unknown; script fills in the browser's own. */
export function TimezoneForm({ reply }: { reply: FormReply | undefined }) {
  const [form, fields] = useForm<{ timezone: string }>({ id: "zone", lastResult: reply?.lastResult });
  const element = useRef<HTMLFormElement>(null);
  useBrowserZone(element, fields.timezone.name);
  return (
    <Card as="section" className="mt-10">
      <h2 className="mb-1 text-lg font-semibold">{t("Where do your days begin?")}</h2>
      <p className="mb-5 text-muted">
        <Trans>Until we know your time zone, mornings and evenings follow Universal Time.</Trans>
      </p>
      <PostForm {...getFormProps(form)} ref={element} noValidate className="grid grid-cols-1 gap-5">
        <Field
          meta={fields.timezone}
          label={t("Time zone")}
          hint={t("The nearest large city, such as Berlin, or a name like America/Chicago.")}
          autoComplete="off"
          className="max-w-card"
        />
        <div>
          <SubmitButton name="intent" value="zone" variant="quiet" pendingText={t("Saving…")}>
            {t("Save")}
          </SubmitButton>
        </div>
      </PostForm>
    </Card>
  );
}
