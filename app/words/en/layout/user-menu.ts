export const userMenuWords = {
  accountSettings: "Account Settings",
  adminDashboard: "Admin Dashboard",
  logout: "Logout",
  userMenu: "User menu:",
};
