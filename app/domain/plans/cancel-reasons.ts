import { cancelReasonsWords } from "~/words/plans/cancel-reasons";

/** Why somebody cancels, if they care to say (product 2.12, "cancellations with reason"): fixed words, counted by the day. */
export const CANCEL_REASONS = {
  price: cancelReasonsWords.itCostsTooMuchForMe,
  little_use: cancelReasonsWords.iDoNotUseItEnough,
  missing: cancelReasonsWords.somethingINeedIsMissing,
  trouble: cancelReasonsWords.somethingDoesNotWork,
  elsewhere: cancelReasonsWords.iPrayInAnotherWayNow,
  only_trying: cancelReasonsWords.iWantedToTryIt,
} as const;
export type CancelReason = keyof typeof CANCEL_REASONS;

export const CANCEL_REASON_KEYS = Object.keys(CANCEL_REASONS) as CancelReason[];
