export const contactMailWords = {
  contactForm: ({ topic }: { topic: string }) => `Contact form: ${topic}`,
  wroteThroughTheContactForm: ({ name, email }: { name: string; email: string }) =>
    `${name} (${email}) wrote through the contact form.`,
  aProgramMayHaveWritten: ({ marks }: { marks: string }) => `A program may have written this: ${marks}.`,
  anAnswerToThisMailGoes: "An answer to this mail goes to the person who wrote.",
  yourMessageToStillAndKnow: "Your message to Still and Know",
  thankYouForWriting:
    "Thank you for writing. This is a copy of your message; the answer comes to this address.",
  ifYouDidNotWrite:
    "If you did not write to us, somebody gave your address by mistake, and you need do nothing.",
};
