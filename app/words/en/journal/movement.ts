export const movementWords = {
  placeOf: ({ at, of }: { at: number; of: number }) => `${at} of ${of}`,
  optional: "Optional.",
  theDayInOneWord: "The day in one word",
  theDayInOneWordHint: "Optional, in a word of your own.",
  readAgain: ({ reference }: { reference: string }) => `Read ${reference} again`,
  howDoesYourPrayerBegin: "How does your prayer begin?",
};
