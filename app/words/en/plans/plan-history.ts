export const planHistoryWords = {
  changesOfYourPlan: "Plan history",
  thereHaveBeenNone: "No changes yet.",
  earlierChanges: "Earlier changes",
  invoices: "Invoices",
  invoicesAway:
    "The payment service is not answering at the moment, so your invoices cannot be listed. Your plan is not affected; please come back later.",
  thereAreNoneYet: "None yet.",
};
