export const dayFiguresWords = {
  notEnoughData: "not enough data",
};
