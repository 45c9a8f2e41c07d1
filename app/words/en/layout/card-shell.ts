export const cardShellWords = {
  home: "Home",
  privacyPolicy: "Privacy Policy",
  termsOfService: "Terms of Service",
  furtherPages: "Further pages",
};
