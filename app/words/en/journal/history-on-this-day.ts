export const historyOnThisDayWords = {
  onThisDayIn: ({ year }: { year: number }) => `On this day in ${year}`,
  thisDayInTheChurchYear: ({ year }: { year: number }) => `This day in the church year, ${year}`,
};
