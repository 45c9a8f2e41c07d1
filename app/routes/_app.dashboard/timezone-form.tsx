import { getFormProps, useForm } from "@conform-to/react";
import { Form } from "@remix-run/react";
import { useRef } from "react";
import { useBrowserZone } from "~/browser/use-browser-zone";
import { Field } from "~/components/forms/field";
import { FormProtection } from "~/components/forms/form-protection";
import { SubmitButton } from "~/components/forms/submit-button";
import { Card } from "~/components/ui/card";
import type { FormReply } from "~/http/forms.server";
import { dashboardWords } from "~/words/dashboard/dashboard";

/** Asks for the time zone while it is unknown; script fills in the browser's own. */
export function TimezoneForm({ reply }: { reply: FormReply | undefined }) {
  const [form, fields] = useForm<{ timezone: string }>({ id: "zone", lastResult: reply?.lastResult });
  const element = useRef<HTMLFormElement>(null);
  useBrowserZone(element, fields.timezone.name);
  return (
    <Card as="section" className="mt-10">
      <h2 className="mb-1 text-lg font-semibold">{dashboardWords.whereDoYourDaysBegin}</h2>
      <p className="mb-5 text-muted">{dashboardWords.untilWeKnowYourTimeZone}</p>
      <Form method="post" {...getFormProps(form)} ref={element} noValidate className="grid grid-cols-1 gap-5">
        <FormProtection />
        <Field
          meta={fields.timezone}
          label={dashboardWords.timeZone}
          hint={dashboardWords.timeZoneHint}
          autoComplete="off"
          className="max-w-card"
        />
        <div>
          <SubmitButton name="intent" value="zone" variant="quiet" pendingText={dashboardWords.beginBusy}>
            {dashboardWords.save}
          </SubmitButton>
        </div>
      </Form>
    </Card>
  );
}
