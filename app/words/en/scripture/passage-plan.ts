export const passagePlanWords = {
  withTheSeasonOfTheChurchs: "With the season of the church year",
  throughMark: "Through Mark",
  throughJohn: "Through John",
  throughThePsalms: "Through the Psalms",
  throughPhilippians: "Through Philippians",
  throughRuth: "Through Ruth",
  throughJonah: "Through Jonah",
  theDailyOffice: "The Daily Office: a reading in the morning, a psalm in the evening",
};
