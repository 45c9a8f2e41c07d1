export const pushDevicesWords = {
  thisBrowserCouldNotBeReached:
    "This browser could not be reached by its push service. Please try again later.",
  onADevice: "On a device",
  whatADeviceGets:
    "A notification of your phone or computer, also while this page is closed. It goes through the push service of your browser’s maker, encrypted, and says nothing but the words of the reminder.",
  toAddThisDevice: "To add this device, JavaScript has to be on. Mail and calendar need none.",
  since: ({ since }: { since: string }) => `since ${since}`,
  remove: "Remove",
  blocked: "Notifications of this site are blocked in your browser. You can allow them in its settings.",
  remindMeOnThisDevice: "Remind me on this device",
};
