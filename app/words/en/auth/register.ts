export const registerWords = {
  createAnAccount: "Create an account",
  username: "Username",
  email: "Email",
  password: "Password",
  confirmPassword: "Confirm password",
  iAgreeToTheTerms: "I agree to the <terms>terms</terms> and <privacy>privacy policy</privacy>",
  youHaveAnAccountSignIn: "Already have an account? <login>Sign in</login>",
  pageTitle: "Create an account",
  pageDescription:
    "Create a free account for a private Christian journal: encrypted at rest, without advertising, and it works without JavaScript.",
};
