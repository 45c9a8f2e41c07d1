export const adminMailWords = {
  testMailFromStillAndKnow: "Test email from Still and Know",
  thisMailWasAsked:
    "This email was requested on the System health page. Its arrival means that sending email works.",
  alert: ({ title }: { title: string }) => `Alert: ${title}`,
  over: ({ title }: { title: string }) => `Over: ${title}`,
  openTheAlert: "Open the alert",
  youGetThisMailBecause: "You get this email because you are an administrator of this installation.",
};
