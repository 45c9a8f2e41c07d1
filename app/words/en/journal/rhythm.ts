export const rhythmWords = {
  makeItYours: "Make it yours",
  dayOfRest: "Day of rest",
  none: "None",
  doNotShowTheRhythm: "Do not show the rhythm on my dashboard",
  saveBusy: "Saving…",
  save: "Save",
  pause: "Pause",
  yourRhythmPauses: ({ pause }: { pause: string }) => `Your rhythm is paused ${pause}.`,
  forIllnessTravel:
    "For illness, travel, or simply because it is time. Nothing is asked of you during a pause.",
  pauseUntilAnotherDay: "Pause until another day",
  pauseUntil: "Pause until",
  thatDayIsIncluded: "That day is included.",
  changeThePause: "Change the pause",
  goOnToday: "End the pause",
  pageTitle: "Your rhythm · Still and Know",
  pleaseGiveADayAsYyyy: "Please enter a day as YYYY-MM-DD.",
  saved: "Saved",
  welcomeBack: "Welcome back",
  yourRhythmPausesToast: "Your rhythm is paused",
  pleaseChooseTodayOrADay: "Please choose today or a later day.",
  aPauseLastsAtMostDays: ({ longestPauseDays }: { longestPauseDays: number }) =>
    `A pause lasts at most ${longestPauseDays} days. You can make it longer later.`,
  yourRhythm: "Your rhythm",
  intro:
    "These are the last 28 days. There is no chain to break: a day without an entry takes nothing away from the others, and no number goes back to zero. It is here to show you how you live with your journal, not to push you.",
  howDaysCount: "How days count",
  aDayHasAFullDot: "A day has a full dot when something was written for it, however short.",
  aDayLasts36Hours:
    "Until noon you can still write for yesterday. If yesterday is empty and today already has an entry, what you write before noon counts for yesterday.",
  youCanFillInADay:
    "You can fill in a day for 48 hours after it ended. You can also write for days further back; they do not fill a dot.",
  daysFollowTheClock:
    "Days follow the clock of the place where you wrote, so travel and clock changes cost you nothing.",
  aDayOfRest:
    "Nothing is asked of you on a day of rest or during a pause. If you write then, the day counts like any other.",
  signs: "Signs",
};
