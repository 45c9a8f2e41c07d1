import { t } from "~/i18n/t";

/** Reasons for a cancellation, counted per day. */
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

/** A toast about plans. Its text is fixed by the product (docs/product.md#fixed-texts). */
export type PlanToast = { title: string; text: string };

/** Toast after the Formation Plan has ended and its prompt set was replaced (docs/product.md#prompt-sets). */
export function formationEnded(name: string): PlanToast {
  return {
    title: t("Formation Plan Ended"),
    text: t("Your Formation Plan has ended. We've reset your prompt set to {name}.", { name }),
  };
}

export const CHANGE_FAILED: PlanToast = {
  title: t("Update failed"),
  text: t("Could not change subscription tier"),
};

export const KEY_REFUSALS = {
  unknown: t("We do not know this key. Please check its letters and numbers."),
  used: t("This key has already been used."),
  expired: t("This key has expired."),
  revoked: t("This key has been revoked."),
  already: t("You have already redeemed this key."),
  not_needed: t(
    "Your plan already includes everything this key gives. The key has not been used; keep it for later.",
  ),
} as const;

export function tooManyKeys(seconds: number): PlanToast {
  return {
    title: t("Too many keys"),
    text: t("Please wait {seconds} seconds before trying again.", { seconds }),
  };
}

export const PAYMENTS_OFF = t(
  "Payments are not set up on this server. A plan begins with a key, or is granted by the operator.",
);
export const PAYMENTS_UNAVAILABLE = t(
  "The payment service is not answering at the moment. Nothing has been charged or changed. Please try again in a few minutes.",
);
export const PAYMENTS_REFUSED = t(
  "The payment service did not accept this. Nothing has been charged. If it happens again, please write to us.",
);
export const ALREADY_PAID = t(
  "You already have a paid plan. Change it on the payment service’s own pages, so that nothing is charged twice.",
);
export const SAME_PLAN = t("You already pay for this plan.");
export const NOTHING_TO_CANCEL = t("There is no paid plan to cancel, and nothing is charged.");
