import { t } from "~/i18n/t";

/** Shown where no script opens a guide. Apart from the long texts, which are loaded only when a guide opens. */
export const GUIDE_INVITATIONS = {
  tour: { text: t("New here? Seven short steps show you around."), link: t("Take the guide tour") },
  formation: {
    text: t("Welcome to the Formation Plan. Three short steps show what it holds."),
    link: t("Read the welcome"),
  },
};
