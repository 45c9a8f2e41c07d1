export const historyTrashWords = {
  goesToday: "Goes today",
  goesTomorrow: ({ end }: { end: string }) => `Goes tomorrow, ${end}`,
  goesOnInDays: ({ end, days }: { end: string; days: number }) => `Goes on ${end}, in ${days} days`,
};
