export const verifyEmailWords = {
  verifyYourEmail: "Verify your email",
  pressTheButton: "Press the button to verify your address.",
  verifyMyEmail: "Verify my email",
  pleaseVerifyYourEmail: "Please verify your email",
  nothingThereAfterAFewMinutes:
    "Nothing there after a few minutes? Look in your spam folder, or ask for a new link.",
  email: "Email",
  sendANewLink: "Send a new link",
  signIn: "Sign in",
  pageTitle: "Verify your email · Still and Know",
  pleaseCheckYourEmail: "Please check your email",
  pleaseCheckYourEmailText:
    "If an account with this address is waiting to be verified, a new link is on its way.",
  yourEmailIsVerified: "Your email is verified",
  yourEmailIsVerifiedText: "You can sign in now.",
};
