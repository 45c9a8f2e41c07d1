export const resetPasswordWords = {
  chooseANewPassword: "Choose a new password",
  tellUsYourEmailAddress:
    "Tell us your email address, and we send a link to choose a new password. Your journal stays as it is.",
  email: "Email",
  sendTheLinkBusy: "Sending...",
  sendTheLink: "Send the link",
  signIn: "Sign in",
  allYourSessionsEnd: "All your sessions end, and you sign in anew.",
  newPassword: "New password",
  confirmPassword: "Confirm password",
  saveTheNewPasswordBusy: "Saving...",
  saveTheNewPassword: "Save the new password",
  pageTitle: "Choose a new password",
  pageDescription: "Forgotten your password? Have a link sent by email and choose a new one.",
};
