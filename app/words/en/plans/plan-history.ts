export const planHistoryWords = {
  changesOfYourPlan: "Changes of your plan",
  thereHaveBeenNone: "There have been none.",
  earlierChanges: "Earlier changes",
  invoices: "Invoices",
  invoicesAway:
    "The payment service does not answer at the moment, so your invoices cannot be listed. Your plan is not affected; please come back later.",
  thereAreNoneYet: "There are none yet.",
};
