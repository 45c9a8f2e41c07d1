export const answersWords = {
  lectio: "Lectio",
  meditatio: "Meditatio",
  oratio: "Oratio",
  contemplatio: "Contemplatio",
  carry: "Carry",
  answer: "Answer",
};
