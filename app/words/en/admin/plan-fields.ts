export const planFieldsWords = {
  plan: "Plan",
  days: "Days",
  daysHint: "Leave empty for no end date.",
};
