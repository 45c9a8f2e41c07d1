export const filtersWords = {
  pleaseUseTheButtons: "Please use the buttons on this page.",
};
