export const notificationsWords = {
  pageTitle: "Notifications · Still and Know",
  notifications: "Notifications",
  nothingHere: "Nothing here. A reminder appears around your morning and evening times.",
  unread: "Unread",
  openTheMorning: "Open the morning reflection",
  openTheEvening: "Open the evening reflection",
  markAsRead: "Mark as read",
  markAllAsRead: "Mark all as read",
  whenAndHowToBeReminded: "When and how you are reminded",
};
