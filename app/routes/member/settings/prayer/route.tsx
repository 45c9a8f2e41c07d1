import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { SettingsPage } from "~/components/settings/settings-page";
import EXAMEN_PACKS from "~/content/questions/examen.yaml";
import { PrayerSchema } from "~/domain/accounts/settings/settings-schema";
import { savePrayerSettings } from "~/domain/accounts/settings/settings.server";
import {
  BOOK_PLAN_REFUSED,
  COURSE_PLAN_REFUSED,
  UNKNOWN_PLAN,
  UNKNOWN_TRANSLATION,
} from "~/domain/identity/texts";
import { DEFAULT_PACK, EXAMEN_PACK_KEYS, ROTATION } from "~/domain/journal/prompt-sets/examen-questions";
import { availableSets, notInPlanMessage } from "~/domain/journal/prompt-sets/registry";
import type { Member } from "~/domain/member/member";
import { DEFAULT_PRAYER, includesPromptSet, PRAYER_SETTINGS } from "~/domain/member/prayer-settings";
import { settingsFrom } from "~/domain/member/setting";
import { availablePlans } from "~/domain/scripture/passages/passage-plan";
import {
  availableTranslations,
  isTranslationAvailable,
} from "~/domain/scripture/translations/translation-registry.server";
import { redirectWithToast } from "~/http/cookies.server";
import { memberAction } from "~/http/form/guarded-actions.server";
import { memberLoader } from "~/http/guards.server";
import { t } from "~/i18n/t";
import * as paths from "~/paths";
import { PrayerForm } from "./form";

export const meta: MetaFunction = () => [{ title: t("Prayer · Still and Know") }];

const PACKS = [
  ...EXAMEN_PACK_KEYS.map((value) => ({ value: value as string, name: EXAMEN_PACKS[value].name as string })),
  { value: ROTATION, name: t("A different set each evening") },
];

const DEFAULT_LENGTH = 10;

export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ member }) => {
    const { subscriptionTier: tier, promptSetPreference, morningPromptTime, eveningPromptTime } = member;
    const { prayer } = member;
    const { passagePlan, onePage, showSeason, tradition, feastsOnSunday, length, examenPack } = prayer;
    const { plans, chosen: plan, note } = availablePlans(tier, passagePlan);
    return {
      sets: availableSets(tier),
      plans,
      planNote: note,
      translations: availableTranslations().map(({ id: value, name }) => ({ value, name })),
      packs: includesPromptSet(tier, "lectio_examen") ? PACKS : [],
      tier,
      chosen: {
        year:
          tradition !== DEFAULT_PRAYER.tradition ||
          feastsOnSunday !== DEFAULT_PRAYER.feastsOnSunday ||
          showSeason !== DEFAULT_PRAYER.showSeason,
        way: (length || DEFAULT_LENGTH) !== DEFAULT_LENGTH || examenPack !== "" || onePage,
      },
      values: {
        promptSetPreference,
        morningPromptTime,
        eveningPromptTime,
        ...settingsFrom(PRAYER_SETTINGS, prayer),
        passagePlan: plan,
        translation: isTranslationAvailable(prayer.translation)
          ? prayer.translation
          : DEFAULT_PRAYER.translation,
        length: String(length || DEFAULT_LENGTH),
        examenPack: examenPack || DEFAULT_PACK,
      },
    };
  });

const storedTimes = (_form: FormData, { morningPromptTime, eveningPromptTime }: Member) => ({
  morningPromptTime,
  eveningPromptTime,
});

export const action = (args: ActionFunctionArgs) =>
  memberAction(args, { schema: PrayerSchema, stored: storedTimes }, async ({ member, value, refuse }) => {
    const result = await savePrayerSettings(member, value);
    if (result.ok) return redirectWithToast(paths.settingsPrayer(), { title: t("Saved"), tone: "success" });
    switch (result.code) {
      case "set_not_in_plan":
        return refuse({
          status: 403,
          fields: {
            promptSetPreference: [notInPlanMessage(value.promptSetPreference ?? member.promptSetPreference)],
          },
        });
      case "plan_not_in_tier":
        return refuse({
          status: 403,
          fields: { passagePlan: [value.passagePlan === "office" ? COURSE_PLAN_REFUSED : BOOK_PLAN_REFUSED] },
        });
      case "unknown_plan":
        return refuse({ status: 400, fields: { passagePlan: [UNKNOWN_PLAN] } });
      case "unknown_translation":
        return refuse({ status: 400, fields: { translation: [UNKNOWN_TRANSLATION] } });
    }
  });

export default function PrayerPage() {
  const data = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return (
    <SettingsPage>
      <PrayerForm {...data} reply={reply} />
    </SettingsPage>
  );
}
