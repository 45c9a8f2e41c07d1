export const schemaWords = {
  pleaseUseOneOfTheButtons: "Please use one of the buttons on this page.",
  pleaseTickItOrLeaveIt: "Please tick the box or leave it empty.",
  pleaseChooseAmongTheDays: "Please choose from the days listed.",
  weDoNotKnowThisBrowsers: "We do not know this browser’s push service.",
};
