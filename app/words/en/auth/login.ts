export const loginWords = {
  signInToYourAccount: "Sign in to your account",
  email: "Email",
  password: "Password",
  rememberMe: "Remember me",
  signingIn: "Signing in…",
  signIn: "Sign in",
  newHereCreateAnAccount: "New here? <register>Create an account</register>",
  forgotYourPassword: "Forgot your password?",
  secondsRemaining: ({ text, blocked, seconds }: { text: string; blocked: string; seconds: number }) =>
    `${text} ${blocked}: ${seconds} seconds remaining.`,
  pageTitle: "Sign in",
  pageDescription: "Sign in to your private journal of prayer, morning and evening.",
};
