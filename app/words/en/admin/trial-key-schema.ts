export const trialKeySchemaWords = {
  pleaseUseTheButtons: "Please use the buttons on this page.",
};
