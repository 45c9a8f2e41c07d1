export const templatesWords = {
  stillAndKnow: "Still and Know",
  verifyYourEmailAddress: "Verify your email address",
  welcomeToStillAndKnow: "Welcome to Still and Know.",
  pleaseOpenThisLinkAndPress: "Please open this link and press the button there to verify your address:",
  verifyMyEmail: "Verify my email",
  theLinkWorksForADay:
    "The link works once, for 24 hours. If you did not create an account, you can ignore this email.",
  chooseANewPassword: "Choose a new password",
  askedForANewPassword:
    "Someone, we hope you, asked to choose a new password for Still and Know. You can do so here:",
  theLinkWorksForMinutes:
    "The link works once, for 30 minutes. If it was not you, you can ignore this email: your password stays as it is.",
  youHaveAnAccountAlready: "You already have an account",
  triedToRegister:
    "Someone, we hope you, has just tried to register this address with Still and Know. It already has an account. If you do not remember the password, you can choose a new one here:",
  ifItWasNotYou: "If it was not you, you can ignore this email: nothing has changed.",
  pleaseChooseAnotherUsername: "Please choose another username",
  triedATakenUsername:
    "Someone, we hope you, has just tried to register this address with Still and Know. The username was already taken, so no account was created. Please try again with another one:",
  createAnAccount: "Create an account",
  ifItWasNotYouDoNothing: "If it was not you, you can ignore this email.",
  yourPasswordHasBeenChanged: "Your password has been changed",
  thePasswordOfYourStill:
    "The password of your Still and Know account has just been changed, and you have been signed out everywhere else.",
  ifThisWasYou:
    "If this was you, all is well. If it was not, please choose a new password at once, using the address above.",
  isThisChangeOfAddressYours: "Did you ask to change your email address?",
  askedForAnotherAddress:
    "Someone, we hope you, asked to use another email address for your Still and Know account. If it was you, please confirm it here:",
  confirmTheChange: "Confirm the change",
  aSecondMailHasGone:
    "A second email has gone to the new address; both must be confirmed within 24 hours. If it was not you, do not press anything, and please choose a new password.",
  confirmYourNewEmailAddress: "Confirm your new email address",
  thisAddressIsToBecome:
    "Someone asked to use this address for a Still and Know account. If that is right, please confirm it here:",
  confirmThisAddress: "Confirm this address",
  theLinkWorksFor24Hours:
    "The link works for 24 hours. If you know nothing about this, you can ignore this email.",
  yourEmailAddressIsChanged: "Your email address has been changed",
  theEmailAddressOfYourStill:
    "The email address of your Still and Know account has been changed, as confirmed from both inboxes.",
  ifThisWasNotYou: "If this was not you, please write to us through the contact page.",
};
