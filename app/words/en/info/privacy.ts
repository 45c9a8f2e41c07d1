export const privacyWords = {
  pageTitle: "Privacy Policy",
  pageDescription:
    "What is stored, how it is protected, who can see it, how long it stays and how to remove it.",
  inShortWhatYouWrite:
    "In short: what you write is encrypted at rest with a key of your own, nobody here reads it, there is no advertising and no tracking, and nothing you write is given to anybody else unless you say yes to it.",
  whatWeStore: "What we store",
  yourAccount:
    "<strong>Your account</strong>: username, email, the name you give, your plan with its changes, your prayer times and time zone, and how you like the pages to look.",
  yourPassword:
    "<strong>Your password</strong>: only as a salted hash (bcrypt, with a secret of the server mixed in). Nobody can turn it back.",
  yourJournal:
    "<strong>Your journal</strong>: titles, answers, texts, tags and mood words, encrypted. Beside them, not encrypted, what lists need: the date, whether it was morning or evening, the kind of reflection, the passage, your marks such as favourite, and for tags and mood words a fingerprint made with your key, so that they can be found without being stored.",
  weeklyInsights:
    "<strong>Weekly insights</strong>: encrypted like entries. Outside stand the week, the entries it was made of, how it was made, and whether you found it true.",
  yourSessions:
    "<strong>Your sessions</strong>: when they began and were last used, and a description like “Firefox on Linux”.",
  failedSignIns:
    "<strong>Failed sign-ins</strong>: counters under a scrambled key, so that nobody can guess passwords for long. They expire by themselves.",
  securityEvents:
    "<strong>Security events</strong>: that you signed in, changed your password and the like, when, and nothing you typed.",
  insightsAndTalksWithCoaches:
    "<strong>Insights and talks with coaches</strong>, encrypted with your key like your entries.",
  yourPlan: "<strong>Your plan</strong>: since when, from where, and until when.",
  whatYouSendUs: "<strong>What you send us</strong> through the contact form, encrypted.",
  visitsToOurFrontPage:
    "<strong>Visits to our front page</strong>: which of its two versions was shown, and whether somebody registered after it, under a random number. No address, no browser, and nothing that leads to an account.",
  countsWithoutNames:
    "<strong>Counts</strong>: which passages and questions were shown, and why paid plans were cancelled if somebody said so. What was shown is noted under a fingerprint without your name, which is forgotten after ten days.",
  howItIsProtected: "How it is protected",
  everyAccountHasAKey:
    "Every account has a key of its own (AES-256-GCM). That key is itself locked with the server’s keys, which are kept apart from the database. A stolen database or backup alone is therefore unreadable. The server opens your text to show it to you, so the operator of this server could technically reach it; the software gives them no page to do so.",
  whenYouKeepAnEntry:
    "When you keep an entry or write to a coach, the server compares the words, in memory, with a list of phrases that people use when they are in danger, so that it can show you whom to call. Nothing about you is kept of that, and nobody is told; a counter for the whole server goes up by one.",
  whoElseGetsAnything: "Who else gets anything",
  noAdvertisersNoAnalyticsServices:
    "No advertisers, no analytics services, no social networks. No page loads anything from elsewhere.",
  mail: "<strong>Mail</strong> goes through the operator’s mail server: your address, links to verify it or to set a new password, word of changes to your account, and what you write in the contact form. Never journal text.",
  aLanguageModel:
    "<strong>A language model</strong>, only if the operator has set one up and only after you have agreed to it, for insights and for coaches each by itself: the page names the endpoint and shows the exact text first. Your name and address never go there, nor do entries that you keep out. Each call is listed for you, without what was said, for 90 days.",
  payments:
    "<strong>Payments</strong>, where this server takes them, are made on Stripe’s own pages. Stripe gets your email address, your number here and the plan you choose; your card never comes to us, and nothing you write goes there.",
  nobodyElse: "Nobody else.",
  whatTheLogContains: "What the log contains",
  timeAddressOfThePageWithout:
    "Time, address of the page without its parameters, result and duration. No email addresses, no passwords, no cookies, no journal text.",
  howLongItStays: "How long it stays",
  yourJournalStays:
    "Your journal stays until you delete it. An entry that you delete leaves your history; its own page still offers to restore it. Links in mail end after 24 hours at most. Text that you send after your session has ended waits an hour for you, encrypted, so that it is not lost. A journal that you bring in a file waits encrypted for a day, until you have looked at it. Messages from the contact form are removed after a year. Sessions end by themselves: without “Remember me” after 30 minutes without use and 12 hours at most, with it after 14 days without use and 30 days at most.",
  anAccountThatYouDelete:
    "An account that you delete can be taken back for seven days. After that its key is destroyed first, so that nobody can read a word again, then every record that belongs to it. What remains is its number in the log of security events, and, as long as they are kept, copies in the operator’s backups.",
  remindersByMail:
    "Reminders: by mail only if you ask for them, with one line and no word of yours. Notifications of a device go through the push service of your browser’s maker, encrypted; their address is kept encrypted until you remove the device. Your calendar feed has a private address, which shows times and nothing that you wrote, and which you can change or turn off.",
  onYourDevice:
    "On your device: what you write without a connection, and today’s questions with their passage, until it is sent or you log out. No page with your text is kept there.",
  whatYouCanDo: "What you can do",
  underSettingsYouSee:
    "Under Settings you see and correct what we know about you, change your address and password, and end sessions; you take a copy of your data, and you can delete the account. For everything else use the <contact>contact page</contact>; it reaches the operator of this server, who is responsible for your data. Please do not paste journal text into it. You may also complain to the data protection authority of your country.",
  cookies: "Cookies",
  onlyOurOwn:
    "Only our own: to sign in, not to lose what you type, and to show you the same front page again. The <cookies>Cookie Policy</cookies> lists each of them.",
};
