export const filtersWords = {
  show: "Show",
  showEverything: "Show everything",
  all: "All",
  firstPage: "First page",
  nextPage: "Next page",
};
