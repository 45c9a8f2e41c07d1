export type Answer = {
  /** The address of the answer within the page. */
  id: string;
  question: string;
  paragraphs: string[];
  more?: { to: string; label: string };
};

export type FaqGroup = { title: string; answers: Answer[] };

const PRACTICE: FaqGroup = {
  title: "Praying and writing",
  answers: [
    {
      id: "what-happens",
      question: "What happens here in the morning and in the evening?",
      paragraphs: [
        "In the morning you read a short passage and write down what it says to you. In the evening you look back over the day: what you are thankful for, what was heavy, what you ask for tomorrow. The word you kept in the morning is there again in the evening, and at the end of the week your own words are gathered for you.",
        "The daily habit takes three to five minutes. Lectio Divina and the Examen take as long as you let them.",
      ],
    },
    {
      id: "lectio-examen",
      question: "What are Lectio Divina and the Examen?",
      paragraphs: [
        "Lectio Divina is slow, prayerful reading in four movements: reading, reflecting, responding, resting. The Examen is a prayer at the end of the day: gratitude, a look back, and discerning what comes next. Both are centuries old and belong to no one company, and certainly not to us.",
      ],
    },
    {
      id: "church",
      question: "Which church or denomination is this for?",
      paragraphs: [
        "For Christians of any church, and for people who are not sure. Where churches differ, we do not take sides; we say that they differ and send you to your own. This is no substitute for a congregation, a pastor or the sacraments.",
      ],
    },
    {
      id: "translation",
      question: "Which translation of the Bible do you use?",
      paragraphs: [
        "The World English Bible, which is in the public domain. Its wording is not changed. Passages are kept on this server, so nothing about what you read goes to anybody else.",
      ],
    },
    {
      id: "missed-days",
      question: "What happens when I miss a day, or a month?",
      paragraphs: [
        "Nothing. There are no streaks to lose and no scores. You see on how many of the last days you wrote, in plain words, and you can write for a day in the past. Coming back is always just the next entry.",
      ],
    },
    {
      id: "reminders",
      question: "How do reminders work?",
      paragraphs: [
        "You choose a time for the morning and one for the evening; they start at 06:00 and 18:00. While a page is open, a short reminder appears around that time, once each a day. There is also a calendar address you can add to your own calendar, which works without JavaScript.",
      ],
    },
  ],
};

const PRIVACY: FaqGroup = {
  title: "Privacy",
  answers: [
    {
      id: "who-can-read",
      question: "Who can read what I write?",
      paragraphs: [
        "You. Everything you write is encrypted at rest with a key of your own, so a stolen database or backup is unreadable. Administrators see counts, never text: there is no page that would show it to them, and “View as User” shows them only their own account.",
        "To be exact: the server has to open your text in order to show it to you, so whoever runs the server holds the keys to it. If you want nobody else in that place, you can run it yourself.",
      ],
      more: { to: "/privacy", label: "Privacy Policy" },
    },
    {
      id: "lost-password",
      question: "I have lost my password. Is my journal lost too?",
      paragraphs: [
        "No. Ask for a new password on the sign-in page and follow the link in the mail. Everything you have written is still there. All your other sessions end when the password changes.",
      ],
      more: { to: "/auth/reset-password", label: "Forgot your password?" },
    },
    {
      id: "ads",
      question: "Are there advertisements or trackers?",
      paragraphs: [
        "None. Every script, style and picture comes from this server; no third party learns that you were here. The few cookies we set are our own, and all of them serve signing in and its safety.",
      ],
      more: { to: "/cookies", label: "Cookie Policy" },
    },
    {
      id: "ai",
      question: "Is there artificial intelligence in this?",
      paragraphs: [
        "Only if you want it. Weekly insights and coaches work with plain rules on this server. If the operator has connected a language model, you are asked for each feature, and you see the text before it is sent.",
        "A model never quotes Scripture here. It may name a reference; the words come from our own copy of the Bible. It does not speak for God, give absolution or advice on medicine, law or money.",
      ],
    },
    {
      id: "where-ai",
      question: "Where does the AI run?",
      paragraphs: [
        "On the endpoint that this server’s operator has chosen, and nowhere else. The page names it before anything is sent. If the operator has chosen none, nothing leaves this server.",
      ],
    },
    {
      id: "coaches",
      question: "Is a coach a person?",
      paragraphs: [
        "No. A coach is software. It is not a person, priest, pastor, therapist or the voice of God, and it says so on every page. It asks questions; for answers, take them to prayer or to somebody you trust.",
      ],
    },
  ],
};

const PLANS: FaqGroup = {
  title: "Plans",
  answers: [
    {
      id: "plans",
      question: "What is the difference between the plans?",
      paragraphs: [
        "The Free Plan is a complete journal: unlimited writing, history, search, reminders, encryption, export and import. The Growth Plan adds the full library of prompts and more of the coaches. The Formation Plan is guided: Lectio Divina in the morning and the Examen in the evening, with all passage plans and coaches.",
        "Privacy, safety and taking your words with you are never sold. What a plan costs, if anything, stands on the plans page.",
      ],
      more: { to: "/subscribe", label: "Pricing" },
    },
    {
      id: "trial",
      question: "I was given a key. What do I do with it?",
      paragraphs: [
        "Sign in, open the plans page and enter it there. It opens a plan for a number of days and then simply ends; you are never charged for it.",
      ],
    },
    {
      id: "cancel",
      question: "How do I cancel, and what happens then?",
      paragraphs: [
        "With one button on the plans page. Everything you have written stays, readable and yours to edit: a smaller plan never hides or deletes text. If a payment looks wrong to you, write to us.",
      ],
      more: { to: "/contact", label: "Contact" },
    },
  ],
};

const DATA: FaqGroup = {
  title: "Your words and this software",
  answers: [
    {
      id: "export",
      question: "Can I take my journal with me?",
      paragraphs: [
        "Yes, at any time and on every plan: under Settings, Data, as JSON, Markdown, HTML, CSV or for Day One. What you export you can import again.",
      ],
    },
    {
      id: "delete",
      question: "How do I delete my account?",
      paragraphs: [
        "Under Settings, Delete account, with your password. For seven days you can change your mind or still export; then the account and its key are gone, and without the key even an old backup of your text is unreadable. A single entry you delete stays in the trash for thirty days.",
      ],
    },
    {
      id: "offline",
      question: "What if the connection is lost while I write?",
      paragraphs: [
        "With JavaScript, what you type while offline is kept on your device and sent when you are back; then the copy is removed. Without it, drafts are saved at every step, and if the server cannot take a form it gives you your text back with a button to try again.",
      ],
    },
    {
      id: "no-javascript",
      question: "Does it work without JavaScript?",
      paragraphs: [
        "All of it. Every function is a form, a link or a page, and works on old phones and in text browsers. Script only makes some things more comfortable.",
      ],
    },
    {
      id: "self-host",
      question: "Can I run it myself, for me or for my church?",
      paragraphs: [
        "Yes. It is open source under the MIT licence and starts with one command on any machine with Node. It needs no database server and no network: Scripture, calendar and prompts are included.",
      ],
    },
  ],
};

const SAFETY: FaqGroup = {
  title: "Safety",
  answers: [
    {
      id: "crisis",
      question: "I am not well. Where do I find help now?",
      paragraphs: [
        "Please talk to a person now. In immediate danger call your emergency number: 112 in Europe, 911 in the United States and Canada, 999 in the United Kingdom. In the United States and Canada call or text 988; in the United Kingdom and Ireland call Samaritans on 116 123. For other countries, findahelpline.com lists people who listen.",
        "This journal is no crisis service and nobody reads along. You may keep writing here; please do not stay alone with it.",
      ],
      more: { to: "/safety", label: "Need help now?" },
    },
    {
      id: "minors",
      question: "How old do I have to be?",
      paragraphs: [
        "Sixteen. If you are younger, a paper notebook and somebody you trust are a very good beginning.",
      ],
    },
  ],
};

/** The questions people ask, in their own words. */
export const FAQ: FaqGroup[] = [PRACTICE, PRIVACY, PLANS, DATA, SAFETY];
