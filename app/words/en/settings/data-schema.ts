export const dataSchemaWords = {
  pleaseChooseOneOfThese: "Please choose one of these.",
  pleaseChooseAFile: "Please choose a file.",
  pleaseChooseAFileThatIsNot: "Please choose a file that is not empty.",
  pleaseUseOneOfTheButtons: "Please use one of the buttons on this page.",
};
