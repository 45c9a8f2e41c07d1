export const adminMailWords = {
  testMailFromStillAndKnow: "Test mail from Still and Know",
  thisMailWasAsked:
    "This mail was asked for on the System health page. That it has arrived means that mail works.",
  alert: ({ title }: { title: string }) => `Alert: ${title}`,
  over: ({ title }: { title: string }) => `Over: ${title}`,
  openTheAlert: "Open the alert",
  youGetThisMailBecause: "You get this mail because you are an administrator of this installation.",
};
