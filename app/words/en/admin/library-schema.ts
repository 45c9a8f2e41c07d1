export const librarySchemaWords = {
  pleaseChooseACategory: "Please choose a category.",
  pleaseChooseATimeOfDay: "Please choose a time of day.",
  pleaseChooseADepth: "Please choose a depth.",
  pleaseChooseASeasonOrNone: "Please choose a season, or none.",
  pleaseWriteTheQuestion: "Please write the question.",
  pleaseWriteAQuestionOfTen: "Please write a question of at least ten characters.",
  pleaseKeepTheQuestionTo300: "Please keep the question under 300 characters.",
  pleaseGiveAReference: "Please enter a reference.",
  thatIsNoReference: "That is not a reference.",
  thatIsTooLong: "That is too long.",
  pleaseUseTheButtons: "Please use the buttons on this page.",
};
