export const healthSchemaWords = {
  pleaseUseTheButtons: "Please use the buttons on this page.",
};
