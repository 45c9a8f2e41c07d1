export const planPageWords = {
  byTheMonth: "By the month",
  byTheYear: "By the year",
};
