export const confirmSchemaWords = {
  pleaseUseTheButton: "Please use the button of this page.",
  pleaseGiveAWholeNumber: "Please give a whole number of days from 1 to 3,660.",
  pleaseChooseAPlan: "Please choose a plan.",
  pleaseUseTheButtons: "Please use the buttons of this page.",
};
