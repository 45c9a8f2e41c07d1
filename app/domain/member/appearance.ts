import { t } from "~/i18n/t";
import { oneNamed, oneOf, onOrOff, usualOf, type SettingsOf } from "./setting";

/** How the pages look to a person. The server writes it into every document. */
export const APPEARANCE = { theme: oneOf(["system", "light", "dark"], "system") };
export type Theme = SettingsOf<typeof APPEARANCE>["theme"];

/** The settings of `/settings/appearance`, in the order of its form. */
export const LOOK = {
  textSize: {
    ...oneNamed({ small: t("Small"), normal: t("Normal"), large: t("Large"), larger: t("Larger") }, "normal"),
    label: t("Text size"),
    hint: t("On top of your browser’s own setting."),
  },
  serif: {
    ...onOrOff(false),
    label: t("A reading serif everywhere"),
    hint: t("Scripture and your own words always use it."),
  },
  reducedMotion: {
    ...onOrOff(false),
    label: t("No animation"),
    hint: t("Pages change at once, without fades, even if your device allows them."),
  },
  withoutDayColour: {
    ...onOrOff(false),
    label: t("Leave out the colour of the day"),
    hint: t("The sign and the short line under a heading otherwise take the church’s colour for the day."),
  },
};
export type Look = SettingsOf<typeof LOOK>;

export const USUAL_LOOK: Look = usualOf(LOOK);
