export const examenFlowWords = {
  psalm48: "Psalm 4:8",
  beginWithWhatWasGiven: "Begin with what was given.",
  goThroughItsHours: "Go through its hours as they come to you, without judging them.",
  towardLoveFaithAndHope: "Toward love, faith and hope",
  awayFromThem: "Away from them",
  noticeAndHandItOver: "Notice, and hand it over.",
  doneRest: "Done. Rest.",
  examen: "Examen",
};
