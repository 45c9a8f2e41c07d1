export const settingsSchemaWords = {
  pleaseUseAtMost60Characters: "Please use at most 60 characters",
  pleaseChooseOneOfThese: "Please choose one of these.",
  pleaseNameACityNearYou: "Please name a city near you.",
};
