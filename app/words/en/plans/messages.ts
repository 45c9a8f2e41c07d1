/** Texts of the seed about plans, sections 4 and 8, word for word; and our own. */
export type PlanToast = { title: string; text: string };

/** Seed section 4, "Prompt set downgrade". */
export function formationEnded(set: "daily_habit" | "random_prompts" | "lectio_examen"): PlanToast {
  const name = set === "random_prompts" ? "Random Prompts" : "Daily Habit";
  return {
    title: "Formation Plan Ended",
    text: `Your Formation Plan has ended. We've reset your prompt set to ${name}.`,
  };
}

/** Seed section 8, "Plan change failure". */
export const CHANGE_FAILED: PlanToast = {
  title: "Update failed",
  text: "Could not change subscription tier",
};

export const KEY_REFUSED = {
  unknown: "We do not know this key. Please look at its letters and numbers again.",
  used: "This key has been used already.",
  expired: "This key could be redeemed until a day that is past.",
  revoked: "This key has been taken back by those who gave it.",
  already: "You have redeemed this key already.",
  not_needed:
    "Your plan already holds everything that this key gives. The key is not used up; keep it for later.",
} as const;

/** Product 2.12: five tries in a quarter of an hour. */
export function tooManyKeys(seconds: number): PlanToast {
  return { title: "Too many keys", text: `Please wait ${seconds} seconds before trying again.` };
}

export const PAYMENTS_OFF =
  "Payments are not set up on this server. A plan begins with a key, or is given by those who run it.";
export const PAYMENTS_AWAY =
  "The payment service does not answer at the moment. Nothing has been charged or changed. Please try again in a few minutes.";
export const PAYMENTS_REFUSED =
  "The payment service did not accept this. Nothing has been charged. If it happens again, please write to us.";
export const ALREADY_PAID =
  "You have a paid plan already. Change it on the payment service's own pages, so that nothing is charged twice.";
export const SAME_PLAN = "This is the plan that you pay for already.";
export const NOTHING_TO_CANCEL = "There is no paid plan to cancel, and nothing is charged.";
