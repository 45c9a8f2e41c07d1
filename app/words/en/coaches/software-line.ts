export const softwareLineWords = {
  needHelpNow: "Need help now?",
};
