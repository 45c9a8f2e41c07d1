import type { House } from "~/domain/support/house";
import { t } from "~/i18n/t";

export type FaqAnswer = {
  /** The address of the answer within the page. */
  id: string;
  question: string;
  paragraphs: string[];
  more?: { to: string; label: string };
};

export type FaqGroup = { title: string; answers: FaqAnswer[] };

const PRACTICE: FaqGroup = {
  title: t("Praying and writing"),
  answers: [
    {
      id: "what-happens",
      question: t("What happens here in the morning and in the evening?"),
      paragraphs: [
        t(
          "Everyone begins with the daily habit. In the morning you read a verse or two and answer three short questions. In the evening you look back over the day: a moment of grace, what was heavy, what you ask for tomorrow. What you wanted to be present to in the morning is there again in the evening. And a free page is always open.",
        ),
        t(
          "This takes three to five minutes, or as long as you let it. In Settings, under Prayer, you can choose one question at a time instead.",
        ),
      ],
    },
    {
      id: "lectio-examen",
      question: t("What are Lectio Divina and the Examen?"),
      paragraphs: [
        t(
          "Lectio Divina is slow, prayerful reading in four movements: reading, reflecting, responding, resting. The Examen is a prayer at the end of the day: gratitude, a look back, and discerning what comes next. Both are centuries old and belong to no company, certainly not to us.",
        ),
      ],
    },
    {
      id: "church",
      question: t("Which church or denomination is this for?"),
      paragraphs: [
        t(
          "For Christians of any church, and for people who are not sure. Where churches differ, we do not take sides; we say that they differ and send you to your own. This is no substitute for a congregation, a pastor or the sacraments.",
        ),
        t(
          "The names, feasts and colours of the days follow the calendar of the tradition you choose. The passages fit the season and the feast, but they are our own choice, and often not the readings that your church hears on that day.",
        ),
      ],
    },
    {
      id: "translation",
      question: t("Which translation of the Bible do you use?"),
      paragraphs: [
        t(
          "The World English Bible, or, if you choose it in Settings, under Prayer, the King James Version in its standard text of 1769. Neither is changed in any word. Passages are kept on this server, so no one else learns what you read.",
        ),
        t(
          "The World English Bible is in the public domain everywhere. So is the King James Version, except in the United Kingdom, where the Crown holds the right to print it.",
        ),
      ],
    },
    {
      id: "missed-days",
      question: t("What happens when I miss a day, or a month?"),
      paragraphs: [
        t(
          "Nothing. There are no streaks to lose and no scores. You can write for a day in the past, and coming back is always just the next entry.",
        ),
      ],
    },
    {
      id: "reminders",
      question: t("Will you remind me?"),
      paragraphs: [
        t(
          "Yes, if you like, around your morning and evening times: by a short message in the app, by email, by a notification on your phone or computer, or as events in your own calendar. You choose in Settings, under Reminders, and every email has a link to stop them. Your day of rest, pauses and quiet days stay quiet.",
        ),
      ],
    },
  ],
};

const PRIVACY: FaqGroup = {
  title: t("Privacy"),
  answers: [
    {
      id: "who-can-read",
      question: t("Who can read what I write?"),
      paragraphs: [
        t(
          "You. Everything you write is encrypted at rest with a key of your own, so a stolen database or backup alone is unreadable. There is no page that would show it to an administrator.",
        ),
        t(
          "To be exact: the server has to open your text in order to show it to you, so whoever runs the server holds the keys to it. If you want no one else to hold them, you can seal your journal, or run the server yourself.",
        ),
      ],
      more: { to: "/privacy", label: t("Privacy Policy") },
    },
    {
      id: "sealed",
      question: t("What does it mean to seal my journal?"),
      paragraphs: [
        t(
          "Once you have sealed it in the security settings, only your password, one of eight recovery codes or a passkey that you have allowed to opens it. While you are signed out nobody can read it, not even whoever runs the server. While you are signed in the server opens your text to show it to you, so this is not end-to-end encryption.",
        ),
      ],
    },
    {
      id: "lost-password",
      question: t("I have lost my password. Is my journal lost too?"),
      paragraphs: [
        t(
          "No. Ask for a new password on the sign-in page and follow the link in the email. Everything you have written is still there. You are signed out everywhere else when the password changes.",
        ),
        t(
          "If you have sealed your journal, the page also asks for one of your recovery codes. Without the password and without a code, nobody can open a sealed journal again.",
        ),
      ],
      more: { to: "/auth/reset-password", label: t("Forgot your password?") },
    },
    {
      id: "ads",
      question: t("Are there advertisements or trackers?"),
      paragraphs: [
        t(
          "None. Every script, style and picture comes from this server; no third party learns that you were here. The few cookies we set are our own: they keep you signed in, they keep what you type from getting lost, and one remembers which of two front pages you were shown.",
        ),
      ],
      more: { to: "/cookies", label: t("Cookie Policy") },
    },
    {
      id: "ai",
      question: t("Is there artificial intelligence in this?"),
      paragraphs: [
        t(
          "Not unless you say yes. The passages and questions were chosen by people. The weekly insight gathers your own words by plain rules, and every coach has questions that need no model.",
        ),
        t(
          "If whoever runs this server has set up a language model, you are asked before anything is sent, separately for insights and for coaches, and you see the exact text and where it would go. It does not quote Scripture from memory, and it does not speak for God. You can withdraw your yes at any time.",
        ),
      ],
      more: { to: "/settings/privacy", label: t("Privacy settings") },
    },
    {
      id: "where-ai",
      question: t("Where does the AI run?"),
      paragraphs: [
        t(
          "Where the operator of this server has chosen: on a machine of their own, or with a service whose address you see before your first yes. If no model is set up, or you have not agreed, what you write stays on this server. You can read a list of every request; it holds no text.",
        ),
      ],
    },
    {
      id: "coaches",
      question: t("Is a coach a person?"),
      paragraphs: [
        t(
          "No. A coach is software: not a person, priest, pastor, therapist or the voice of God, and its page says so. It asks, it reads what you let it read, and it ends by asking who you could talk to. For answers, go to prayer or to someone you trust.",
        ),
      ],
      more: { to: "/safety", label: t("Need help now?") },
    },
  ],
};

const PLANS: FaqGroup = {
  title: t("Plans"),
  answers: [
    {
      id: "plans",
      question: t("What is the difference between the plans?"),
      paragraphs: [
        t(
          "The Free Plan is a whole journal: unlimited writing, questions of your own, history, search and encryption, and it costs nothing. The Growth Plan adds the whole library of questions, and reading plans through books of Scripture; the Formation Plan adds Lectio Divina and the Examen one movement at a time. The plans page, once you are signed in, shows them side by side.",
        ),
        t("Privacy, safety and taking your words with you will never be sold."),
      ],
      more: { to: "/subscribe", label: t("The plans") },
    },
    {
      id: "trial",
      question: t("I was given a key. What do I do with it?"),
      paragraphs: [
        t(
          "Enter it under “Redeem a key” on the plans page, once you are signed in. It gives you a plan for some days. After the last of them you have your earlier plan again; nothing is charged, and we email you seven days and one day before.",
        ),
      ],
      more: { to: "/subscribe", label: t("The plans") },
    },
    {
      id: "cancel",
      question: t("How do I cancel, and what happens then?"),
      paragraphs: [
        t(
          "In Settings, under Plan, with one press. A paid plan lasts until the end of the time you have paid for, and nothing more is charged; you can undo the cancellation until then, or pause instead. Where this server takes no payments there is nothing to cancel.",
        ),
        t(
          "A smaller plan never hides or deletes what you have written. Lectio Divina and the Examen give way to another set of questions, and you can still read and edit what you wrote with them.",
        ),
      ],
      more: { to: "/settings/plan", label: t("Your plan") },
    },
    {
      id: "refund",
      question: t("Can I have my money back?"),
      paragraphs: [
        t(
          "Write to the operator of this server through the contact page, and say what went wrong. They decide, but the law of your country comes first. Before every renewal we write to you seven days and one day ahead, so that no one pays because they forgot.",
        ),
      ],
      more: { to: "/contact", label: t("Contact") },
    },
  ],
};

const DATA: FaqGroup = {
  title: t("Your words and this software"),
  answers: [
    {
      id: "export",
      question: t("Can I take my journal with me?"),
      paragraphs: [
        t(
          "Yes, on every plan: in Settings, under Data. There is a file with everything in it, Markdown for other apps, a page to read and print, a zip for Day One, and a table of dates. Every entry also prints as a clean page.",
        ),
        t(
          "What you export here you can import again, and a journal from Day One, Journey, Diarium, Apple Journal, DailyTxT or in Markdown as well: you see what will be imported before anything is kept.",
        ),
      ],
    },
    {
      id: "delete",
      question: t("How do I delete my account?"),
      paragraphs: [
        t(
          "In Settings, under Delete account. You are signed out everywhere at once, and a plan you pay for is cancelled first. For seven days you can sign in to undo it, or to export your journal; then the key to your journal is destroyed, and everything of yours with it.",
        ),
        t(
          "You can also delete a single entry: it leaves your history and stays in the trash for thirty days.",
        ),
      ],
      more: { to: "/settings/delete", label: t("Delete account") },
    },
    {
      id: "offline",
      question: t("What if the connection is lost while I write?"),
      paragraphs: [
        t(
          "With JavaScript, what you type is saved as a draft whenever you pause. Without a connection it is kept on your device instead, encrypted, even on a page with today’s questions that opens offline; it is sent, and removed from the device, when you are back. That page also shows the few you hold in prayer today, and you can add others there. If the same page was changed elsewhere in the meantime, both texts are kept.",
        ),
        t(
          "Without JavaScript, “Save draft” does the same by hand. If the server cannot take a form, it gives your text back with a button to try again.",
        ),
      ],
    },
    {
      id: "no-javascript",
      question: t("Does it work without JavaScript?"),
      paragraphs: [
        t(
          "All of it. Every function is a form, a link or a page, and works on old phones and in text browsers. Script only makes some things more comfortable.",
        ),
      ],
    },
    {
      id: "self-host",
      question: t("Can I run it myself, for me or for my church?"),
      paragraphs: [
        t(
          "Yes. It is open source under the MIT licence and starts with one command on any machine that has Node. It needs no database server and no network: Scripture, the Church’s calendar and the questions are included.",
        ),
      ],
    },
  ],
};

const SAFETY: FaqGroup = {
  title: t("Safety"),
  answers: [
    {
      id: "crisis",
      question: t("I am not well. Where can I find help now?"),
      paragraphs: [
        t(
          "Please talk to a person now. In immediate danger call your emergency number: 112 in Europe, 911 in the United States and Canada, 999 in the United Kingdom. In the United States and Canada call or text 988; in the United Kingdom and Ireland call Samaritans on 116 123. For other countries, findahelpline.com lists people who listen.",
        ),
        t(
          "This journal is not a crisis service, and no one is reading. You may keep writing here; please do not stay alone with it.",
        ),
      ],
      more: { to: "/safety", label: t("Need help now?") },
    },
    {
      id: "minors",
      question: t("How old do I have to be?"),
      paragraphs: [
        t("Sixteen. If you are younger, a paper notebook and somebody you trust are a very good beginning."),
      ],
    },
  ],
};

/** In place of the plans, where everyone has everything. */
const ALL_OF_IT: FaqGroup = {
  title: t("What is here for me"),
  answers: [
    {
      id: "plans",
      question: t("Is everything here open to me?"),
      paragraphs: [
        t(
          "Yes. The people who run this place have opened all of it to everyone: Lectio Divina and the Examen, the whole library of questions, reading plans, the weekly look back and every coach. There is nothing to buy, and no end date.",
        ),
        t("Privacy, safety and taking your words with you will never be sold."),
      ],
    },
  ],
};

/** The questions people ask, in their own words. */
export const faqOf = ({ isOpen }: Pick<House, "isOpen">): FaqGroup[] => [
  PRACTICE,
  PRIVACY,
  isOpen ? ALL_OF_IT : PLANS,
  DATA,
  SAFETY,
];
