export const rhythmWords = {
  makeItYours: "Make it yours",
  dayOfRest: "Day of rest",
  none: "None",
  doNotShowTheRhythm: "Do not show the rhythm on my dashboard",
  saveBusy: "Saving…",
  save: "Save",
  pause: "Pause",
  yourRhythmPauses: ({ pause }: { pause: string }) => `Your rhythm pauses ${pause}.`,
  forIllnessTravel: "For illness, travel, or simply because it is time. Days of a pause ask for nothing.",
  pauseUntilAnotherDay: "Pause until another day",
  pauseUntil: "Pause until",
  thatDayIsIncluded: "That day is included.",
  changeThePause: "Change the pause",
  goOnToday: "Go on today",
  pageTitle: "Your rhythm · Still and Know",
  pleaseGiveADayAsYyyy: "Please give a day as YYYY-MM-DD.",
  saved: "Saved",
  welcomeBack: "Welcome back",
  yourRhythmPausesToast: "Your rhythm pauses",
  pleaseChooseTodayOrADay: "Please choose today or a day to come.",
  aPauseLastsAtMostDays: ({ longestPauseDays }: { longestPauseDays: number }) =>
    `A pause lasts at most ${longestPauseDays} days. You can make it longer later.`,
  yourRhythm: "Your rhythm",
  intro:
    "These are the last 28 days. There is no chain to break: a day without an entry takes nothing away from the others, and no number goes back to zero. It is here to show you how you live with your journal, not to push you.",
  howDaysCount: "How days count",
  aDayHasAFullDot: "A day has a full dot when something was written for it, however short.",
  aDayLasts36Hours:
    "A day lasts 36 hours. Until noon the day before is still open, and what you write before noon counts for it if it would be without an entry while the new day has another.",
  youCanFillInADay:
    "You can fill in a day for 48 hours after it ended. What you write for days further back is kept all the same; it lights no dot.",
  daysFollowTheClock:
    "Days follow the clock of the place where you wrote, so travelling and clock changes cost nothing.",
  aDayOfRest: "A day of rest and a pause ask for nothing. If you write then, the day counts like any other.",
  signs: "Signs",
};
