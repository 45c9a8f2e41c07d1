export const outcomeWords = {
  databaseAway: "We cannot reach your journal just now",
  databaseAwayMessage:
    "The database is not answering. Nothing you typed is lost: please wait a moment and try again.",
  diskFull: "There is no room to save this",
  diskFullMessage:
    "The server’s disk is full. Nothing you typed is lost: please tell the operator and try again.",
  busy: "A great many people are signing in just now",
  busyMessage: "Please wait a moment and try again.",
  foreignPost: "We could not accept this form",
  foreignPostMessage:
    "It was sent from another site, or the page had been open too long. If you meant to send it, please send it again.",
  methodNotAllowed: "This address does not accept that kind of request.",
  addressTooLong: "This address is too long.",
  notFound: "Not found",
};
