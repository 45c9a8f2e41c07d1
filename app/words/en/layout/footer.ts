export const footerWords = {
  aboutUs: "About Us",
  pricing: "Pricing",
  contact: "Contact",
  privacyPolicy: "Privacy Policy",
  termsOfService: "Terms of Service",
  cookiePolicy: "Cookie Policy",
  quickLinks: "Quick Links",
  legal: "Legal",
  stillAndKnow: "Still and Know",
  aQuietPlaceForDailyPrayer:
    "A quiet place for daily prayer. Scripture from the World English Bible, which is in the public domain.",
  needHelpNow: "Need help now?",
  copyright: "© 2025 Still and Know",
  questions: "FAQ",
};
