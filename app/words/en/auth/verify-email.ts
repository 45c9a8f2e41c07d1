export const verifyEmailWords = {
  verifyYourEmail: "Verify your email",
  pressTheButton: "Press the button, and your address is verified.",
  verifyMyEmail: "Verify my email",
  pleaseVerifyYourEmail: "Please verify your email",
  nothingThereAfterAFewMinutes:
    "Nothing there after a few minutes? Look into the spam folder, or let us send a new link.",
  email: "Email",
  sendANewLink: "Send a new link",
  signIn: "Sign in",
  pageTitle: "Verify your email · Still and Know",
  pleaseCheckYourEmail: "Please check your email",
  pleaseCheckYourEmailText:
    "If there is an account for this address that waits for its verification, a new link is on its way.",
  yourEmailIsVerified: "Your email is verified",
  yourEmailIsVerifiedText: "You can sign in now.",
};
