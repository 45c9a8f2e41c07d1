export const setChoiceWords = {
  dailyHabit: "Daily Habit",
  dailyHabitText: "Three short questions in the morning and in the evening, three to five minutes.",
  randomPrompts: "Random Prompts",
  randomPromptsText: "One question at a time, from a large library.",
  lectioDivinaAndExamen: "Lectio Divina and Examen",
  lectioDivinaAndExamenText:
    "A passage in four movements in the morning, a prayerful look at the day in the evening.",
  promptSet: "Prompt set",
  lectioNeedsThePlan:
    "Lectio Divina and Examen, the guided prayers of the morning and the evening, belong to the Formation Plan. You can read <guide>this week’s guide</guide>, or <subscribe>see the plans</subscribe>.",
};
