export const trialKeySchemaWords = {
  pleaseUseTheButtons: "Please use the buttons of this page.",
};
