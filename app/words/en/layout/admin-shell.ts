export const adminShellWords = {
  menu: "Menu",
  adminAccess: "ADMIN ACCESS",
  administration: "Administration",
  viewAsUser: "View as User",
  moreOfTheAdministration: "More administration pages",
  copyright: "© 2025 Still and Know - Admin Portal",
  logout: "Logout",
};
