import { t } from "~/i18n/t";
import type { GuideKey } from "./guides";

/** Shown where no script opens a guide. Apart from the long texts, which are loaded only when a guide opens. */
const GUIDE_INVITATIONS = {
  tour: { text: t("New here? Seven short steps show you around."), link: t("Take the guide tour") },
  formation: {
    text: t("Welcome to the Formation Plan. Three short steps show what it holds."),
    link: t("Read the welcome"),
  },
};

/** Where everyone has everything no plan is spoken of. */
const OF_AN_OPEN_HOUSE = {
  text: t("Two old ways of praying wait here. Three short steps show them."),
  link: t("Read about them"),
};

/** A guide's invitation, as this house says it. */
export const guideInvitation = (guide: GuideKey, isOpen: boolean) =>
  isOpen && guide === "formation" ? OF_AN_OPEN_HOUSE : GUIDE_INVITATIONS[guide];
