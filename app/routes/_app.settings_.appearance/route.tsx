import { getFormProps, useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { ChoiceField } from "~/components/forms/choice-field";
import { CheckboxField } from "~/components/forms/field";
import { FormProtection } from "~/components/forms/form-protection";
import { SubmitButton } from "~/components/forms/submit-button";
import { SettingsPage } from "~/components/settings/settings-page";
import type { TextSize, Theme } from "~/domain/accounts/look";
import { AppearanceSchema } from "~/domain/accounts/settings-schema";
import { saveAppearance } from "~/domain/accounts/settings.server";
import { memberAction } from "~/http/forms.server";
import { memberLoader } from "~/http/loaders.server";
import { redirectWithToast } from "~/http/toast.server";

export const meta: MetaFunction = () => [{ title: "Appearance · Still and Know" }];

export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ member }) => ({ theme: member.theme, ...member.look }));

export const action = (args: ActionFunctionArgs) =>
  memberAction(args, { schema: AppearanceSchema }, async ({ member, value }) => {
    await saveAppearance(member, value);
    return redirectWithToast("/settings/appearance", { title: "Saved", tone: "success" });
  });

const THEME_CHOICES = [
  { value: "system", label: "As the device", text: "Light by day and dark by night, if the device does so." },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
] as const;

const SIZE_CHOICES = [
  { value: "small", label: "Small" },
  { value: "normal", label: "Normal" },
  { value: "large", label: "Large" },
  { value: "larger", label: "Larger" },
] as const;

type Fields = { theme: Theme; textSize: TextSize; serif: boolean; reducedMotion: boolean };

/** How the pages look (product 2.10). The server writes the choice into every page, so nothing flashes. */
export default function AppearancePage() {
  const { serif, reducedMotion, ...chosen } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const [form, fields] = useForm<Fields>({
    id: "appearance",
    lastResult: reply?.lastResult,
    defaultValue: { ...chosen, serif: serif ? "on" : "", reducedMotion: reducedMotion ? "on" : "" },
  });
  return (
    <SettingsPage>
      <Form method="post" {...getFormProps(form)} noValidate className="grid max-w-measure grid-cols-1 gap-8">
        <FormProtection />
        <ChoiceField meta={fields.theme} legend="Light and dark" options={THEME_CHOICES} />
        <ChoiceField
          meta={fields.textSize}
          legend="Text size"
          hint="On top of what your browser is set to."
          options={SIZE_CHOICES}
        />
        <div>
          <CheckboxField
            meta={fields.serif}
            label="A reading serif everywhere"
            hint="Scripture and your own words have it in any case."
          />
          <CheckboxField
            meta={fields.reducedMotion}
            label="No movement"
            hint="Pages change at once, without fades, even where the device allows them."
            className="mt-2"
          />
        </div>
        <div>
          <SubmitButton pendingText="Saving...">Save</SubmitButton>
        </div>
      </Form>
    </SettingsPage>
  );
}
