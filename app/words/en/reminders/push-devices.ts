export const pushDevicesWords = {
  thisBrowserCouldNotBeReached: "The push service could not reach this browser. Please try again later.",
  onADevice: "On a device",
  whatADeviceGets:
    "A notification on your phone or computer, even when this page is closed. It goes through the push service of your browser’s maker, encrypted, and contains only the words of the reminder.",
  toAddThisDevice: "Adding this device needs JavaScript. Email and calendar do not.",
  since: ({ since }: { since: string }) => `since ${since}`,
  remove: "Remove",
  blocked: "Notifications from this site are blocked in your browser. You can allow them in its settings.",
  remindMeOnThisDevice: "Remind me on this device",
};
