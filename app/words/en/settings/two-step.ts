export const twoStepWords = {
  pageTitle: "Two-step sign-in · Still and Know",
  twoStepSignInIsOff: "Two-step sign-in is off",
  twoStepSignIn: "Two-step sign-in",
  wrongCode: "That code is not right. Enter the six digits your app shows now.",
  scanThisWithYourAuthenticator: "Scan this with your authenticator app, or type in the key by hand.",
  theKeyAsAQrCode: "The key as a QR code",
  key: "Key: <code><grouped/></code>",
  code: "Code",
  codeHint: "The six digits your app shows now.",
  currentPassword: "Current password",
  turnTwoStepSignInOn: "Turn two-step sign-in on",
  twoStepSignInIsOn: "Two-step sign-in is on. Without it, your password alone opens your journal.",
  turnItOff: "Turn it off",
  itIsOnToast: "Two-step sign-in is on",
  pleaseKeepTheseRecoveryCodes:
    "Please keep these recovery codes. Each opens your account once if you lose your phone, and they will not be shown again.",
  iHaveWrittenThemDown: "I have written them down",
};
