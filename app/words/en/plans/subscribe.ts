export const subscribeWords = {
  nothingWasChanged: "Nothing was changed",
  keyRedeemed: "Key redeemed",
  yourPaidPlanIsCancelled: "Your paid plan is cancelled",
  yourPaidPlanGoesOn: "Your paid plan continues",
  yourPaidPlanIsPaused: "Your paid plan is paused",
  pageTitle: "Plans · Still and Know",
  plans: "Plans",
  intro:
    "Writing, privacy, safety, search and taking your words with you belong to every plan. A larger one gives you more to pray with, and keeps this place alive.",
  yourPlanAndItsChanges: "Your plan and its history",
  whenAPlanEnds: "When a plan ends",
  whatStays:
    "Everything you have written stays, to read and to edit, whichever prompts it was written with. We tell you before a plan ends or renews, seven days and one day ahead. Lectio Divina and Examen give way to another set of prompts, and you are told on the next page you open.",
};
