export const formsWords = {
  theFormCouldNotBeTaken: "The form could not be accepted",
};
