export const healthSchemaWords = {
  pleaseUseTheButtons: "Please use the buttons of this page.",
};
