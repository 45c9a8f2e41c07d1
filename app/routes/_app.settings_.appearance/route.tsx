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
import { appearanceWords } from "~/words/settings/appearance";

export const meta: MetaFunction = () => [{ title: appearanceWords.pageTitle }];

export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ member }) => ({ theme: member.theme, ...member.look }));

export const action = (args: ActionFunctionArgs) =>
  memberAction(args, { schema: AppearanceSchema }, async ({ member, value }) => {
    await saveAppearance(member, value);
    return redirectWithToast("/settings/appearance", { title: appearanceWords.saved, tone: "success" });
  });

const THEME_CHOICES = [
  { value: "system", label: appearanceWords.asTheDevice, text: appearanceWords.asTheDeviceText },
  { value: "light", label: appearanceWords.light },
  { value: "dark", label: appearanceWords.dark },
] as const;

const SIZE_CHOICES = [
  { value: "small", label: appearanceWords.small },
  { value: "normal", label: appearanceWords.normal },
  { value: "large", label: appearanceWords.large },
  { value: "larger", label: appearanceWords.larger },
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
        <ChoiceField meta={fields.theme} legend={appearanceWords.lightAndDark} options={THEME_CHOICES} />
        <ChoiceField
          meta={fields.textSize}
          legend={appearanceWords.textSize}
          hint={appearanceWords.textSizeHint}
          options={SIZE_CHOICES}
        />
        <div>
          <CheckboxField
            meta={fields.serif}
            label={appearanceWords.aReadingSerifEverywhere}
            hint={appearanceWords.aReadingSerifEverywhereHint}
          />
          <CheckboxField
            meta={fields.reducedMotion}
            label={appearanceWords.noMovement}
            hint={appearanceWords.noMovementHint}
            className="mt-2"
          />
        </div>
        <div>
          <SubmitButton pendingText={appearanceWords.saveBusy}>{appearanceWords.save}</SubmitButton>
        </div>
      </Form>
    </SettingsPage>
  );
}
