export const trialKeyWords = {
  pleaseGiveAWholeNumber: ({ min, max }: { min: number; max: number }) =>
    `Please enter a whole number from ${min} to ${max}.`,
  pleaseChooseAPlan: "Please choose a plan.",
  pleaseGiveADayAsYyyy: "Please enter a day as YYYY-MM-DD.",
  pleaseKeepTheNoteTo200: "Please keep the note under 200 characters.",
};
