export const commonPasswordsWords = {
  refused: "This password is very common and easy to guess. Please choose another.",
};
