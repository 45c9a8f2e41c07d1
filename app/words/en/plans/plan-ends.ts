export const planEndsWords = {
  /** `day` with its weekday. */
  lasts: ({ plan, day }: { plan: string; day: string }) =>
    `Your ${plan} lasts until the end of ${day}. Everything you have written stays yours. <plans>See the plans</plans>`,
};
