export const rowTableWords = {
  noneInThisTime: "None in this period.",
};
