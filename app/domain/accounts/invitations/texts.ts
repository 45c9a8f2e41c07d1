import { t } from "~/i18n/t";

/** What someone reads who may not register here, and what someone with an invitation that is over reads. */
export const REGISTRATION_REFUSED = {
  invite: {
    title: t("This place is by invitation"),
    text: t("Accounts here are made with an invitation. If you would like one, please write to us."),
  },
  closed: {
    title: t("No new accounts"),
    text: t("No new accounts are made here. If you think you should have one, please write to us."),
  },
  dead: {
    title: t("This invitation no longer works"),
    text: t("It was used, withdrawn, or is older than seven days. Please write to us for a new one."),
  },
} as const;
