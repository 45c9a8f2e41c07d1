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
        "Everybody begins with the daily habit. In the morning you read a verse or two and answer three short questions. In the evening you look back over the day: a moment of grace, what was heavy, what you ask for tomorrow. What you wanted to be present to in the morning is there again in the evening. A free page is always open beside it.",
        "This takes three to five minutes, or as long as you let it. Under Settings, Prayer, you may choose one question at a time instead.",
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
        "The World English Bible, or, if you choose it under Settings, Prayer, the King James Version in its standard text of 1769. The wording of neither is changed. Passages are kept on this server, so nothing about what you read goes to anybody else.",
        "The World English Bible is in the public domain everywhere. The King James Version is too, but in the United Kingdom, where the Crown holds the right to print it.",
      ],
    },
    {
      id: "missed-days",
      question: "What happens when I miss a day, or a month?",
      paragraphs: [
        "Nothing. There are no streaks to lose and no scores. You can write for a day in the past, and coming back is always just the next entry.",
      ],
    },
    {
      id: "reminders",
      question: "Will you remind me?",
      paragraphs: [
        "Yes, if you like, around your morning and evening times: by a short message on the page that is open, by mail, by a notification of your phone or computer, or as events in your own calendar. You choose under Settings, Reminders, and every mail has a link that ends them. Your day of rest, pauses and quiet days stay quiet.",
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
        "You. Everything you write is encrypted at rest with a key of your own, so a stolen database or backup alone is unreadable. There is no page that would show it to an administrator.",
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
        "None. Every script, style and picture comes from this server; no third party learns that you were here. The few cookies we set are our own: they serve signing in, keeping what you type from getting lost, and one of them remembers which of two front pages you were shown.",
      ],
      more: { to: "/cookies", label: "Cookie Policy" },
    },
    {
      id: "ai",
      question: "Is there artificial intelligence in this?",
      paragraphs: [
        "Not unless you say yes. The passages and questions were chosen by people. The weekly insight gathers your own words by plain rules, and every coach has questions that need no model.",
        "If whoever runs this server has set up a language model, you are asked before anything is sent, for insights and for coaches each by itself, and you see the exact text and where it would go. It does not quote Scripture from memory, and it does not speak for God. You can take the yes back at any time.",
      ],
      more: { to: "/settings/privacy", label: "Privacy settings" },
    },
    {
      id: "where-ai",
      question: "Where does the AI run?",
      paragraphs: [
        "Where the operator of this server has chosen: on a machine of their own, or with a service whose address you see before your first yes. If no model is set up, or you have not agreed, what you write stays on this server. A list of every call is yours to read; it holds no text.",
      ],
    },
    {
      id: "coaches",
      question: "Is a coach a person?",
      paragraphs: [
        "No. A coach is software: not a person, priest, pastor, therapist or the voice of God, and its page says so. It asks, it reads along where you let it, and it ends by asking whom you could talk to. For answers, go to prayer or to somebody you trust.",
      ],
      more: { to: "/safety", label: "Need help now?" },
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
        "The Free Plan is a whole journal: unlimited writing, history, search and encryption, and it costs nothing. The Growth Plan adds the whole library of questions, questions of your own, and ways through books of Scripture; the Formation Plan adds Lectio Divina and the Examen one movement at a time. The page with the plans, open once you are signed in, shows them side by side.",
        "Privacy, safety and taking your words with you will never be sold.",
      ],
      more: { to: "/subscribe", label: "The plans" },
    },
    {
      id: "trial",
      question: "I was given a key. What do I do with it?",
      paragraphs: [
        "Enter it under “Redeem a key” on the page with the plans, open once you are signed in. It gives you a plan for some days, until the end of the last of them. Then you have your earlier plan again; nothing is charged, and you hear of it by mail seven days and one day before.",
      ],
      more: { to: "/subscribe", label: "The plans" },
    },
    {
      id: "cancel",
      question: "How do I cancel, and what happens then?",
      paragraphs: [
        "Under Settings, Plan, with one press. A paid plan lasts until the end of the time you have paid for, and nothing more is charged; you can take the cancellation back until then, or pause instead. Where this server takes no payments there is nothing to cancel.",
        "A smaller plan never hides or deletes what you have written. Lectio Divina and the Examen give way to another set of questions, and what you wrote with them stays to be read and edited.",
      ],
      more: { to: "/settings/plan", label: "Your plan" },
    },
    {
      id: "refund",
      question: "Can I have my money back?",
      paragraphs: [
        "Write to the operator of this server through the contact page, and say what went wrong. They decide, and the law of your country stands above what they decide. Before every renewal we write to you seven days and one day ahead, so that nobody pays by forgetting.",
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
        "Yes, on every plan: under Settings, Data. There is a file with everything in it, Markdown for other apps, a page to read and print, a zip for Day One, and a table of dates. Every entry also prints as a clean page.",
        "What you take out here you can bring back, and a journal from Day One or in Markdown can come as well: you see what would come before anything is kept.",
      ],
    },
    {
      id: "delete",
      question: "How do I delete my account?",
      paragraphs: [
        "Under Settings, Delete account. You are signed out everywhere at once, and a plan that you pay for is cancelled first. For seven days you can sign in to take it back, or to take your journal along; then the key of your journal is destroyed, and everything that belongs to you with it.",
        "A single entry you can delete too: it leaves your history and waits thirty days in the trash.",
      ],
      more: { to: "/settings/delete", label: "Delete account" },
    },
    {
      id: "offline",
      question: "What if the connection is lost while I write?",
      paragraphs: [
        "With JavaScript, what you type is saved as a draft whenever you pause. Without a connection it is kept on your device instead, also on a page with today’s questions that opens offline; it is sent and removed from the device when you are back. If the same page was changed elsewhere meanwhile, both texts are kept.",
        "Without JavaScript, “Save draft” does the same by hand. If the server cannot take a form, it gives you your text back with a button to try again.",
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
        "Yes. It is open source under the MIT licence and starts with one command on any machine with Node. It needs no database server and no network: Scripture, the Church’s calendar and the questions are included.",
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
