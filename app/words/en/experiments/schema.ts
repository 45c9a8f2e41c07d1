export const schemaWords = {
  aSessionIdIsRequired: "A session id is required",
  theSessionIdIsNotValid: "The session id is not valid",
  theVariant: "The variant must be A or B",
  theConversionTypeIsNotKnown: "The conversion type is unknown",
  pleaseChooseAVariant: "Please choose a variant",
};
