export const schemaWords = {
  pleaseUseOneOfTheButtons: "Please use one of the buttons of this page.",
  pleaseTickItOrLeaveIt: "Please tick it or leave it.",
  pleaseChooseAmongTheDays: "Please choose among the days.",
  weDoNotKnowThisBrowsers: "We do not know this browser's push service.",
};
