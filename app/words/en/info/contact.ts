export const contactWords = {
  yourMessageIsNotSentYet: "Your message has not been sent yet",
  yourMessageIsNotSentYetText:
    "Please check the lines marked below. Everything you have written is still there.",
  pleaseCallSomebodyNow: "Please call someone now",
  contact: "Contact",
  yourMessageGoesToThePeople:
    "Your message goes to the people who run this server. They read it when they can, which may take a few days. Please don’t paste journal text: it is yours, and email is not a safe place for it.",
  areYouInDanger: "Are you in danger, or afraid of what you might do? <safety/>.",
  yourName: "Your name",
  email: "Email",
  message: "Message",
  messageHint: ({ least, most }: { least: number; most: number }) =>
    `Between ${least} and ${most} characters.`,
  sendTheMessageBusy: "Sending…",
  sendTheMessage: "Send the message",
  whatYouSendIsKeptEncrypted:
    "What you send is kept encrypted for a year and then deleted. There is more in the <privacy>Privacy Policy</privacy>.",
  whatIsItAbout: "What is it about?",
  pleaseChoose: "Please choose",
  pleaseLeaveThisLineEmpty: "Please leave this line empty",
  thankYou: "Thank you",
  pageDescription:
    "Write to the people who run this server: about your account, a mistake in a text, or your safety.",
  tooManyMessages: "Too many messages",
  tooManyMessagesText:
    "At most five messages an hour can be sent from one network. Please wait an hour and send it again; your text is still below. If you are in danger, please do not wait for us.",
  yourMessageHasBeenSent:
    "Your message has been sent. You should find a copy in your inbox soon, and the answer will come to the same address.",
  aPersonReadsIt: "A person reads it, so it may take a few days.",
  goToTheHomePage: "Go to the home page",
  writeAnotherMessage: "Write another message",
};
