export const timedToastWords = {
  notification: "Notification",
  close: "Close",
};
