export const fileWords = {
  thisDownloadIsOver: "This download link has expired",
  thisDownloadIsOverText: "It works once, for five minutes. Please ask for a new one.",
};
