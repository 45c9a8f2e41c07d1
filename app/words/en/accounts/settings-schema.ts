export const settingsSchemaWords = {
  pleaseUseAtMost60Characters: "Please use at most 60 characters",
  pleaseChooseOneOfThese: "Please choose one of these.",
  pleaseNameACityNearYou: "Please enter a city near you.",
};
