export const outcomeWords = {
  databaseAway: "We cannot reach your journal just now",
  databaseAwayMessage:
    "The database does not answer. Nothing you typed is lost: please wait a moment and try again.",
  diskFull: "There is no room to save this",
  diskFullMessage:
    "The server's disk is full. Nothing you typed is lost: please tell the operator and try again.",
  busy: "Very many people are signing in just now",
  busyMessage: "Please wait a moment and try again.",
  foreignPost: "This form did not come from here",
  foreignPostMessage:
    "The form was sent from another page, or has waited too long. If you meant to send it, please send it again.",
  methodNotAllowed: "This address does not take that kind of request.",
  addressTooLong: "This address is too long.",
  notFound: "Not found",
};
