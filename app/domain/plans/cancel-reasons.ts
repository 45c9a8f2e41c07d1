/** Why somebody cancels, if they care to say (product 2.12, "cancellations with reason"): fixed words, counted by the day. */
export const CANCEL_REASONS = {
  price: "It costs too much for me",
  little_use: "I do not use it enough",
  missing: "Something I need is missing",
  trouble: "Something does not work",
  elsewhere: "I pray in another way now",
  only_trying: "I wanted to try it",
} as const;
export type CancelReason = keyof typeof CANCEL_REASONS;

export const CANCEL_REASON_KEYS = Object.keys(CANCEL_REASONS) as CancelReason[];
