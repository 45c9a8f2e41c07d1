export const reminderBannerWords = {
  openTheMorning: "Open the morning",
  openTheEvening: "Open the evening",
  markAsRead: "Mark as read",
};
