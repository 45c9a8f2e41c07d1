export const safetyWords = {
  pageTitle: "Need help now?",
  pageDescription:
    "Who to call when you are in danger or cannot go on, and what this journal can and cannot do for you.",
  youMatterPleaseTalk: "You matter. Please talk to someone now. You do not have to explain it well.",
  inImmediateDanger: "In immediate danger",
  callTheEmergencyNumber: "Call the emergency number of your country.",
  peopleWhoListenDayAndNight: "People who listen, day and night",
  ifYouCannotCall: "If you cannot call",
  goToWherePeopleAre:
    "Go to where people are: a neighbour, a friend, a hospital, an open church. Say one sentence: “I don’t feel safe on my own. Please stay with me.” If there is something near you that you might hurt yourself with, put it out of reach or leave the room. You do not need to decide anything tonight.",
  beingInDespair:
    "Being in despair is not a lack of faith, and asking for help is not either. The psalms are full of people who could not go on and said so.",
  ifSomebodyHurtsYou: "If someone hurts you",
  yourSafetyComesFirst:
    "Your safety comes first. No vow, no duty and no forgiveness asks you to stay where you are being harmed, and it is not your fault. In danger, call the emergency number. When you can, tell one person who is not part of it: a doctor, the police, a counsellor, a friend. <directory/> lists lines for violence and abuse as well.",
  ifSomebodyLooksIntoYourPhone:
    "If someone checks your phone or computer, use another one for this, or delete this page from the browser’s history afterwards.",
  ifYouWorryAboutSomebodyElse: "If you are worried about someone else",
  askThemPlainly:
    "Ask them plainly whether they are thinking of ending their life; asking does not put the thought there. Listen, stay, and call one of the numbers together. The people there speak with friends and families too.",
  whatThisJournalDoes: "What this journal does, and what it does not",
  itIsSoftware: "It is software. There is no counsellor here, no pastor and no therapist.",
  nobodyReadsWhatYouWrite:
    "No one reads what you write. When you keep an entry or write to a coach, the software itself compares the words with a list of phrases people use when they are in danger, in several languages. Where one fits, the page shows these numbers, and a coach answers nothing else for a day. The list misses much, and it may show the numbers when you do not need them.",
  itTellsNobody:
    "It tells no one, marks nothing in your journal and keeps no copy. A counter for the whole server goes up by one, without a name. If you write here that you need help, no one comes. That is why these numbers are here.",
  itNeverStopsYouFromWriting:
    "It never stops you from writing. You may write down what you cannot say yet, and then please call.",
  theContactPageReaches:
    "The <contact>contact page</contact> reaches the people who run this server, perhaps only after days. It is not for emergencies.",
  needHelpNow: "“Need help now?” is at the foot of every page of this journal, and leads here.",
  howOldYouHaveToBe: "How old you have to be",
  thisJournalIsForPeople:
    "This journal is for people aged sixteen and over. If you are younger and something is wrong, talk to an adult you trust, at home, at school or in your church. If the first one does not listen, tell a second.",
};
