export const templatesWords = {
  stillAndKnow: "Still and Know",
  verifyYourEmailAddress: "Verify your email address",
  welcomeToStillAndKnow: "Welcome to Still and Know.",
  pleaseOpenThisLinkAndPress: "Please open this link and press the button there, and your account is ready:",
  verifyMyEmail: "Verify my email",
  theLinkWorksForADay:
    "The link works once, for 24 hours. If you did not create an account, you need do nothing.",
  chooseANewPassword: "Choose a new password",
  askedForANewPassword:
    "Somebody, hopefully you, asked to choose a new password for Still and Know. You can do so here:",
  theLinkWorksForMinutes:
    "The link works once, for 30 minutes. If it was not you, you need do nothing: your password stays as it is.",
  youHaveAnAccountAlready: "You have an account already",
  triedToRegister:
    "Somebody, hopefully you, has just tried to register this address with Still and Know. It has an account already. If you do not remember the password, you can choose a new one here:",
  ifItWasNotYou: "If it was not you, you need do nothing: nothing has changed.",
  pleaseChooseAnotherUsername: "Please choose another username",
  triedATakenUsername:
    "Somebody, hopefully you, has just tried to register this address with Still and Know. The username was already somebody else's, so no account was made. Please try again with another one:",
  createAnAccount: "Create an account",
  ifItWasNotYouDoNothing: "If it was not you, you need do nothing.",
  yourPasswordHasBeenChanged: "Your password has been changed",
  thePasswordOfYourStill:
    "The password of your Still and Know account has just been changed, and other sessions have been ended.",
  ifThisWasYou:
    "If this was you, all is well. If it was not, please choose a new password at once at the address above.",
  isThisChangeOfAddressYours: "Is this change of address yours?",
  askedForAnotherAddress:
    "Somebody, hopefully you, asked to use another email address for your Still and Know account. If it was you, please confirm it here:",
  confirmTheChange: "Confirm the change",
  aSecondMailHasGone:
    "A second mail has gone to the new address; both must be confirmed within 24 hours. If it was not you, do not press anything, and please choose a new password.",
  confirmYourNewEmailAddress: "Confirm your new email address",
  thisAddressIsToBecome:
    "This address is to become the one of a Still and Know account. If that is right, please confirm it here:",
  confirmThisAddress: "Confirm this address",
  theLinkWorksFor24Hours: "The link works for 24 hours. If you know nothing of it, you need do nothing.",
  yourEmailAddressIsChanged: "Your email address has been changed",
  theEmailAddressOfYourStill:
    "The email address of your Still and Know account has been changed, as confirmed from both mailboxes.",
  ifThisWasNotYou: "If this was not you, please write to us through the contact page.",
};
