import { getFormProps, useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ChoiceField } from "~/components/forms/choice-field";
import { PostForm, SubmitButton } from "~/components/forms/post-form";
import { SettingField } from "~/components/settings/setting-field";
import { SettingsPage } from "~/components/settings/settings-page";
import { AppearanceSchema, saveAppearance } from "~/domain/accounts/settings/appearance.server";
import type { Member } from "~/domain/member/member";
import { LOOK } from "~/domain/member/preferences";
import { formValues } from "~/domain/member/setting";
import { redirectWithToast } from "~/http/cookies.server";
import { memberAction } from "~/http/form/guarded-actions.server";
import { memberLoader } from "~/http/guards.server";
import { t } from "~/i18n/t";
import * as paths from "~/paths";

export const meta: MetaFunction = () => [{ title: t("Appearance · Still and Know") }];

export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ member }) => ({ theme: member.theme, ...member.look }));

const storedChoices = (_form: FormData, { theme, look: { textSize, letters, spacing } }: Member) => ({
  theme,
  textSize,
  letters,
  spacing,
});

export const action = (args: ActionFunctionArgs) =>
  memberAction(args, { schema: AppearanceSchema, stored: storedChoices }, async ({ member, value }) => {
    await saveAppearance(member, value);
    return redirectWithToast(paths.settingsAppearance(), { title: t("Saved"), tone: "success" });
  });

const THEME_CHOICES = [
  { value: "system", label: t("Match my device"), text: t("Light or dark, as your device is set.") },
  { value: "light", label: t("Light") },
  { value: "dark", label: t("Dark") },
] as const;

type LookName = keyof typeof LOOK;
const NAMES = Object.keys(LOOK) as LookName[];
const CHOICES = NAMES.filter((name) => LOOK[name].kind === "choice");
const SWITCHES = NAMES.filter((name) => LOOK[name].kind === "switch");

/** Appearance settings. The server renders them into every page, so nothing flashes. */
export default function AppearancePage() {
  const { theme, ...look } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const [form, fields] = useForm<Record<"theme" | LookName, string>>({
    id: "appearance",
    lastResult: reply?.lastResult,
    defaultValue: { theme, ...formValues(LOOK, look) },
  });
  return (
    <SettingsPage>
      <PostForm {...getFormProps(form)} noValidate className="grid max-w-measure grid-cols-1 gap-8">
        <ChoiceField meta={fields.theme} legend={t("Light and dark")} options={THEME_CHOICES} />
        {CHOICES.map((name) => (
          <SettingField key={name} meta={fields[name]} setting={LOOK[name]} />
        ))}
        <div className="space-y-2">
          {SWITCHES.map((name) => (
            <SettingField key={name} meta={fields[name]} setting={LOOK[name]} />
          ))}
        </div>
        <div>
          <SubmitButton pendingText={t("Saving…")}>{t("Save")}</SubmitButton>
        </div>
      </PostForm>
    </SettingsPage>
  );
}
