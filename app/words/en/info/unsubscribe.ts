export const unsubscribeWords = {
  pageTitle: "Stop these mails · Still and Know",
  remindersOfTheMorning: "reminders of the morning and the evening",
  settingsReminders: "Settings, Reminders",
  noticesOfYourWeeklyInsight: "notices of your weekly insight",
  insightsHowTheyAreMade: "Insights, How they are made",
  noMoreOfTheseMails: "No more of these mails",
  weSendYouNoAnyMore:
    "We send you no <what/> any more. Everything else stays as it was. If you want them again, you find them under <link><name/></link>.",
  stopTheseMails: "Stop these mails",
  withThisButtonYouGet: ({ what }: { what: string }) =>
    `With this button you get no ${what} by mail any more.`,
  stopThem: "Stop them",
};
