export const unsubscribeWords = {
  pageTitle: "Stop these emails · Still and Know",
  remindersOfTheMorning: "morning and evening reminders",
  settingsReminders: "Settings, Reminders",
  noticesOfYourWeeklyInsight: "notices about your weekly insight",
  insightsHowTheyAreMade: "Insights, How they are made",
  noMoreOfTheseMails: "No more of these emails",
  weSendYouNoAnyMore:
    "You will no longer get <what/> by email. Everything else stays as it was. If you want them again, you will find them in <link><name/></link>.",
  stopTheseMails: "Stop these emails",
  withThisButtonYouGet: ({ what }: { what: string }) => `Press the button to stop ${what} by email.`,
  stopThem: "Stop them",
};
