import { getFormProps } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import * as addresses from "~/addresses";
import { ChoiceField } from "~/components/forms/choice-field";
import { CheckboxField } from "~/components/forms/field";
import { PostForm } from "~/components/forms/post-form";
import { SubmitButton } from "~/components/forms/submit-button";
import { useForm } from "~/components/forms/use-form";
import { SettingsPage } from "~/components/settings/settings-page";
import type { TextSize, Theme } from "~/domain/member/appearance";
import { AppearanceSchema } from "~/domain/settings/settings-schema";
import { saveAppearance } from "~/domain/settings/settings.server";
import { memberAction } from "~/http/forms.server";
import { memberLoader } from "~/http/loaders.server";
import { redirectWithToast } from "~/http/toast.server";
import { t } from "~/i18n/t";

export const meta: MetaFunction = () => [{ title: t("Appearance · Still and Know") }];

export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ member }) => ({ theme: member.theme, ...member.look }));

export const action = (args: ActionFunctionArgs) =>
  memberAction(args, { schema: AppearanceSchema }, async ({ member, value }) => {
    await saveAppearance(member, value);
    return redirectWithToast(addresses.settingsAppearance(), { title: t("Saved"), tone: "success" });
  });

const THEME_CHOICES = [
  { value: "system", label: t("Match my device"), text: t("Light or dark, as your device is set.") },
  { value: "light", label: t("Light") },
  { value: "dark", label: t("Dark") },
] as const;

const SIZE_CHOICES = [
  { value: "small", label: t("Small") },
  { value: "normal", label: t("Normal") },
  { value: "large", label: t("Large") },
  { value: "larger", label: t("Larger") },
] as const;

type Fields = {
  theme: Theme;
  textSize: TextSize;
  serif: boolean;
  reducedMotion: boolean;
  withoutDayColour: boolean;
};

/** How the pages look. The server writes the choice into every page, so nothing flashes. */
export default function AppearancePage() {
  const { serif, reducedMotion, withoutDayColour, ...chosen } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const [form, fields] = useForm<Fields>({
    id: "appearance",
    lastResult: reply?.lastResult,
    defaultValue: {
      ...chosen,
      serif: serif ? "on" : "",
      reducedMotion: reducedMotion ? "on" : "",
      withoutDayColour: withoutDayColour ? "on" : "",
    },
  });
  return (
    <SettingsPage>
      <PostForm {...getFormProps(form)} noValidate className="grid max-w-measure grid-cols-1 gap-8">
        <ChoiceField meta={fields.theme} legend={t("Light and dark")} options={THEME_CHOICES} />
        <ChoiceField
          meta={fields.textSize}
          legend={t("Text size")}
          hint={t("On top of your browser’s own setting.")}
          options={SIZE_CHOICES}
        />
        <div>
          <CheckboxField
            meta={fields.serif}
            label={t("A reading serif everywhere")}
            hint={t("Scripture and your own words always use it.")}
          />
          <CheckboxField
            meta={fields.reducedMotion}
            label={t("No animation")}
            hint={t("Pages change at once, without fades, even if your device allows them.")}
            className="mt-2"
          />
          <CheckboxField
            meta={fields.withoutDayColour}
            label={t("Leave out the colour of the day")}
            hint={t(
              "The sign and the short line under a heading otherwise take the church’s colour for the day.",
            )}
            className="mt-2"
          />
        </div>
        <div>
          <SubmitButton pendingText={t("Saving…")}>{t("Save")}</SubmitButton>
        </div>
      </PostForm>
    </SettingsPage>
  );
}
