export const adminBannerWords = {
  administration: "Administration",
  adminViewingAsUser: "Admin viewing as user",
  returnToAdmin: "Return to Admin",
};
