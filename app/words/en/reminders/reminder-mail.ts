export const reminderMailWords = {
  aTest: ({ title }: { title: string }) => `${title} (a test)`,
  thisIsTheTestYouAsked: "This is the test you asked for. A reminder looks like this:",
  openThe: ({ reminder }: { reminder: string }) => `Open the ${reminder}`,
  youAskedForThisMail: ({ unsubscribe }: { unsubscribe: string }) =>
    `You asked for this email in Settings, under Reminders. To stop it, open ${unsubscribe}`,
};
