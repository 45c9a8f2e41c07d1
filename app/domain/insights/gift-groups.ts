import { t } from "~/i18n/t";

/** The groups by which an insight lists the gifts of a week. */
export const GIFT_GROUPS = ["people", "creation", "body", "work", "prayer", "home", "other"] as const;
export type GiftGroup = (typeof GIFT_GROUPS)[number];

export const GROUP_NAMES: Record<GiftGroup, string> = {
  people: "People",
  creation: "Creation",
  body: t("Body and rest"),
  work: t("Work and learning"),
  prayer: t("Prayer and Scripture"),
  home: t("Home and small things"),
  other: t("And also"),
};
