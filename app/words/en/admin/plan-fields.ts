export const planFieldsWords = {
  plan: "Plan",
  days: "Days",
  daysHint: "Empty: without an end.",
};
