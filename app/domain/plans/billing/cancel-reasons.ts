import { t } from "~/i18n/t";

/** Why someone cancels, if they care to say: fixed words, counted by the day. */
export const CANCEL_REASONS = {
  price: t("It costs too much for me"),
  little_use: t("I do not use it enough"),
  missing: t("Something I need is missing"),
  trouble: t("Something does not work"),
  elsewhere: t("I pray differently now"),
  only_trying: t("I wanted to try it"),
} as const;
export type CancelReason = keyof typeof CANCEL_REASONS;

export const CANCEL_REASON_KEYS = Object.keys(CANCEL_REASONS) as CancelReason[];
