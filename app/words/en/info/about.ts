export const aboutWords = {
  pageTitle: "About us",
  pageDescription: "Why there is a quiet journal for prayer, how it is made, and what it will never do.",
  whatStillAndKnowIs:
    "Still and Know is a journal for people who pray, or would like to. It opens twice a day: in the morning with a few verses, in the evening with a look back. In between it leaves you alone.",
  theShapeOfADay: "The shape of a day",
  everybodyBegins:
    "Everyone begins with the daily habit. The morning has a few verses and three short questions. The evening has three more: a moment of grace, what was heavy, what you ask for tomorrow. What you wanted to be present to in the morning is there again in the evening. And there is always a free page, for whatever has no place elsewhere.",
  whereTheShapeComesFrom:
    "The shape comes from two old ways of praying: Lectio Divina, which reads slowly and listens for a word, and the Examen, which goes through the day with God. Neither is ours. Christians have prayed this way for many centuries and in many churches. We only keep the page clear for it.",
  whatWeHoldTo: "What we hold to",
  whatYouWriteIsForYou: "What you write is for you. It is encrypted at rest with a key of your own.",
  thereAreNoStreaks: "There are no streaks, no points, and no scores of the soul.",
  softwareStaysSoftware:
    "Software stays software. It asks, it keeps, it never speaks for God, and it points you to people.",
  scriptureIsNeverMadeUp:
    "Scripture is quoted from the World English Bible or the King James Version, and never made up.",
  theFreeJournalIsWhole:
    "The free journal is a whole journal. Privacy, safety and leaving with your words are never sold.",
  everyPageWorksWithoutJavascript: "Every page works without JavaScript, on an old phone, over a slow line.",
  whatThisIsNot: "What this is not",
  itIsNotAChurch:
    "It is not a church, and not counsel. It cannot know you, hear your confession or sit with you. If it helps you towards people who can, it has done its work.",
  whatHelpsAlongTheWay: "What helps along the way",
  whenAWeekHasEnded:
    "When a week has ended, its insight gathers what you wrote, in your own words, with a question to take with you. Coaches ask, one question at a time, and never advise. Both work by plain rules; a language model takes part only where the operator has set one up and you have said yes.",
  openToLookInto: "Open source",
  theSoftwareIsOpenSource:
    "The software is open source under the MIT licence. A church, a household or one careful person can run it on a machine of their own. Whoever runs this server is its operator; you can reach them through the <contact>contact page</contact>.",
};
