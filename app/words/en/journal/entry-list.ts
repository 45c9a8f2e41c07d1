export const entryListWords = {
  favourite: "Favourite",
};
