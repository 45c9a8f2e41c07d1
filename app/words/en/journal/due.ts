export const dueWords = {
  doneForThisMorning: "Done for this morning",
  doneForTodayRest: "Done for today. Rest.",
  eveningExamen: "evening Examen",
  reflection: ({ slot }: { slot: string }) => `${slot} reflection`,
  continue: "Continue",
  begin: ({ what }: { what: string }) => `Begin ${what}`,
  aFreePage: "A free page",
  morningReflection: "Morning reflection",
  eveningReflection: "Evening reflection",
};
