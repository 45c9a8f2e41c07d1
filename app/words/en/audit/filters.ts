export const filtersWords = {
  pleaseUseTheButtons: "Please use the buttons of this page.",
};
