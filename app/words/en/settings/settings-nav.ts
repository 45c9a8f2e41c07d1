export const settingsNavWords = {
  profile: "Profile",
  prayer: "Prayer",
  reminders: "Reminders",
  privacy: "Privacy",
  security: "Security",
  data: "Data",
  plan: "Plan",
  appearance: "Appearance",
  deleteAccount: "Delete account",
  settings: "Settings",
};
