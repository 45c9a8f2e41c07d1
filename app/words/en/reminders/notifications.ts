export const notificationsWords = {
  pageTitle: "Notifications · Still and Know",
  notifications: "Notifications",
  nothingHere: "Nothing here. Around your morning and evening times a reminder appears.",
  unread: "Unread",
  openTheMorning: "Open the morning",
  openTheEvening: "Open the evening",
  markAsRead: "Mark as read",
  markAllAsRead: "Mark all as read",
  whenAndHowToBeReminded: "When and how to be reminded",
};
