export const seasonsWords = {
  advent: "Advent",
  christmas: "Christmas",
  lent: "Lent",
  easter: "Easter",
  pentecost: "Pentecost",
  ordinaryTime: "Ordinary time",
  christmasOfYear: ({ year }: { year: number }) => `Christmas ${year}`,
  ordinaryTimeBeforeLent: ({ year }: { year: number }) => `Ordinary time before Lent ${year}`,
  ordinaryTimeAfterPentecost: ({ year }: { year: number }) => `Ordinary time after Pentecost ${year}`,
};
