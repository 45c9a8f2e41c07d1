export const adminLoginWords = {
  pageTitle: "Administrators · Still and Know",
  administrators: "Administrators",
  email: "Email",
  password: "Password",
  signingIn: "Signing in…",
  signIn: "Sign in",
};
