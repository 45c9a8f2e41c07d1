export const historyTrashWords = {
  goesToday: "Will be deleted today",
  goesTomorrow: ({ end }: { end: string }) => `Will be deleted tomorrow, ${end}`,
  goesOnInDays: ({ end, days }: { end: string; days: number }) =>
    `Will be deleted on ${end}, in ${days} days`,
};
