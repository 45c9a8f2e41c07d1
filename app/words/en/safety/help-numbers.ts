export const helpNumbersWords = {
  everyOtherCountry: "Every other country",
  directoryLists:
    "<helpDirectory/> lists people who listen, by country and by what is wrong, by phone and by chat.",
};
