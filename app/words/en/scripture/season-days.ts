export const seasonDaysWords = {
  advent: "Advent",
  christmas: "Christmas",
  lent: "Lent",
  easter: "Easter",
  pentecost: "Pentecost",
  ordinaryTime: "Ordinary time",
};
