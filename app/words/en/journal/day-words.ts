export const dayWords = {
  daysOfYears: ({ from, to }: { from: string; to: string }) => `${from} to ${to}`,
  daysOfMonths: ({ start, to }: { start: string; to: string }) => `${start} to ${to}`,
  daysMonthFirst: ({ word, day, to }: { word: string; day: string; to: string }) => `${word} ${day} to ${to}`,
  daysOfOneMonth: ({ word, to }: { word: string; to: string }) => `${word} to ${to}`,
  today: "Today",
  yesterday: "Yesterday",
};
