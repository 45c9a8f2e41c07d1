export const barChartWords = {
  noneInThisTime: "None in this period.",
  theNumbers: "The numbers",
  day: "Day",
  summary: ({ sum, most, day }: { sum: string; most: string; day: string }) =>
    `${sum} in all; most, ${most}, on ${day}.`,
};
