export const confirmSchemaWords = {
  pleaseUseTheButton: "Please use the button on this page.",
  pleaseGiveAWholeNumber: "Please enter a whole number of days from 1 to 3,660.",
  pleaseChooseAPlan: "Please choose a plan.",
  pleaseUseTheButtons: "Please use the buttons on this page.",
};
