export const settingsPageWords = {
  settings: "Settings",
};
