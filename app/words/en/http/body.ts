export const bodyWords = {
  tooMuchText: "That is more text than one page can hold. Please shorten it and try again.",
  unreadable: "The form could not be read. Please try again.",
};
