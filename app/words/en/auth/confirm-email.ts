export const confirmEmailWords = {
  pageTitle: "Confirm your email · Still and Know",
  thisLinkHasBeenUsed: "This link has been used or has expired",
  thisLinkHasBeenUsedText: "You can ask for the change again in Settings, under Security.",
  yourEmailAddressIsChanged: "Your email address has been changed",
  yourEmailAddressIsChangedText: "Please use the new one to sign in.",
  thankYou: "Thank you",
  thankYouText: "One more confirmation is needed, from the other inbox.",
  confirmYourEmail: "Confirm your email",
  pressTheButtonToConfirm: "Press the button to confirm the change of your email address.",
  confirm: "Confirm",
  signIn: "Sign in",
};
