export const resetPasswordWords = {
  chooseANewPassword: "Choose a new password",
  tellUsYourEmailAddress:
    "Enter your email address and we will send a link to choose a new password. Your journal is not affected.",
  email: "Email",
  sendTheLinkBusy: "Sending…",
  sendTheLink: "Send the link",
  signIn: "Sign in",
  allYourSessionsEnd: "You will be signed out everywhere and can then sign in again.",
  newPassword: "New password",
  confirmPassword: "Confirm password",
  saveTheNewPasswordBusy: "Saving…",
  saveTheNewPassword: "Save the new password",
  pageTitle: "Choose a new password",
  pageDescription: "Forgotten your password? Get a link by email and choose a new one.",
};
