export const entryTextsWords = {
  lectioDivina: "Lectio Divina",
  examen: "Examen",
  dailyHabit: "Daily habit",
  prompt: "Prompt",
  freePage: "Free page",
  morningReflection: "Morning reflection",
  eveningReflection: "Evening reflection",
};
