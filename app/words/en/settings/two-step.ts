export const twoStepWords = {
  pageTitle: "Two-step sign-in · Still and Know",
  twoStepSignInIsOff: "Two-step sign-in is off",
  twoStepSignIn: "Two-step sign-in",
  wrongCode: "Please type the code that your app shows now for the entry that you have just made.",
  scanThisWithYourAuthenticator: "Scan this with your authenticator app, or type the key there by hand.",
  theKeyAsAQrCode: "The key as a QR code",
  key: "Key: <code><grouped/></code>",
  code: "Code",
  codeHint: "The six digits that the app shows now.",
  currentPassword: "Current password",
  turnTwoStepSignInOn: "Turn two-step sign-in on",
  twoStepSignInIsOn: "Two-step sign-in is on. Without it, your password alone opens your journal.",
  turnItOff: "Turn it off",
  itIsOnToast: "Two-step sign-in is on",
  pleaseKeepTheseRecoveryCodes:
    "Please keep these recovery codes. Each opens your account once when your phone is lost, and they are not shown again.",
  iHaveWrittenThemDown: "I have written them down",
};
