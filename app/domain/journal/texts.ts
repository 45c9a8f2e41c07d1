import { t } from "~/i18n/t";

/** The messages if a form did not reach the server; its fields keep their text. */
export const SERVER_NOT_REACHED = {
  connection: {
    title: t("The server was not reached"),
    text: t(
      "Your words are still here. Please try again when you are connected; if you leave the page, what is not saved is lost.",
    ),
  },
  timedOut: {
    title: t("The server took too long to answer"),
    text: t("Your words are still here. Sending them again keeps them once."),
  },
} as const;
