export const reminderBannerWords = {
  openTheMorning: "Open the morning reflection",
  openTheEvening: "Open the evening reflection",
  markAsRead: "Mark as read",
};
