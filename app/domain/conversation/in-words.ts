import { t } from "~/i18n/t";
import { MOST_TOPICS } from "./topic";

/** Where nothing more can be marked. */
export const TOO_MANY_TOPICS = {
  title: t("There is enough to talk about"),
  text: t("{most} things are marked already. Take a mark away, or speak about some of them first.", {
    most: MOST_TOPICS,
  }),
  tone: "info",
} as const;
