export const fileWords = {
  thisDownloadIsOver: "This download is over",
  thisDownloadIsOverText: "It is good once, for five minutes. Please ask for it again.",
};
