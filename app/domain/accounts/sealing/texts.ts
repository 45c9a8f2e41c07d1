import { t } from "~/i18n/t";

/** What the pages of a sealed journal say when something succeeded or failed. */
export const SEAL_TEXTS = {
  sealed: {
    title: t("Your journal is sealed"),
    text: t("You have been signed out everywhere else."),
    tone: "success",
  },
  unsealed: {
    title: t("Your journal is no longer sealed"),
    text: t("You have been signed out everywhere else."),
    tone: "success",
  },
  /** Another window was first, or texts are still being re-encrypted. */
  changed: {
    title: t("Not yet"),
    text: t(
      "Your entries are still being encrypted with a new key, or something was changed in another window. Please look at this page again in a quarter of an hour.",
    ),
  },
  expired: {
    title: t("These codes are no longer valid"),
    text: t("Nothing has been sealed. Please begin again with new codes."),
  },
} as const;

export const WRONG_SEAL_CODE = t("That is not one of your eight codes.");

/** At reset, beside the field for the code. */
export const RESET_CODE_TEXTS = {
  required: t("Please enter one of your recovery codes."),
  wrong: t("That is not one of your recovery codes, or it has already been used."),
} as const;
