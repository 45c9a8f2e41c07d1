export const guideWords = {
  pageTitle: "This week’s guide · Still and Know",
  thisWeeksGuide: "This week’s guide",
  aMorningOfLectioDivina:
    "A morning of Lectio Divina and an evening of Examen, to read and to pray. They change every Sunday. The Formation Plan leads you through them each day, with room to write. <subscribe>See the plans</subscribe>.",
  pagesToWrite: "Write",
  todaysReflection: "Today’s reflection",
  aFreePage: "A free page",
  silence: "Silence",
  forAMorning: ", for a morning",
  forAnEvening: ", for an evening",
};
