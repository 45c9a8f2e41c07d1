import { t } from "~/i18n/t";

/** Why nothing can be chosen on an instance without email. */
export const NO_LEGACY_MAIL = {
  title: t("This needs email"),
  text: t(
    "This site sends no email, and without it no one could be asked or told in time. Nothing will happen to your journal.",
  ),
};
