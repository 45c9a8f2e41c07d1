export const planPageWords = {
  byTheMonth: "Monthly",
  byTheYear: "Yearly",
};
