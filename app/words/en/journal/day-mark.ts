export const dayMarkWords = {
  m: "M",
  e: "E",
  f: "F",
  mMorning: "M, morning",
  eEvening: "E, evening",
  fFreePage: "F, free page",
  signs: "Signs",
};
