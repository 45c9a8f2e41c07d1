export const trialKeyWords = {
  pleaseGiveAWholeNumber: ({ min, max }: { min: number; max: number }) =>
    `Please give a whole number from ${min} to ${max}.`,
  pleaseChooseAPlan: "Please choose a plan.",
  pleaseGiveADayAsYyyy: "Please give a day as YYYY-MM-DD.",
  pleaseKeepTheNoteTo200: "Please keep the note to 200 characters.",
};
