export const librarySchemaWords = {
  pleaseChooseACategory: "Please choose a category.",
  pleaseChooseATimeOfDay: "Please choose a time of day.",
  pleaseChooseADepth: "Please choose a depth.",
  pleaseChooseASeasonOrNone: "Please choose a season, or none.",
  pleaseWriteTheQuestion: "Please write the question.",
  pleaseWriteAQuestionOfTen: "Please write a question of ten characters or more.",
  pleaseKeepTheQuestionTo300: "Please keep the question to 300 characters.",
  pleaseGiveAReference: "Please give a reference.",
  thatIsNoReference: "That is no reference.",
  thatIsTooLong: "That is too long.",
  pleaseUseTheButtons: "Please use the buttons of this page.",
};
