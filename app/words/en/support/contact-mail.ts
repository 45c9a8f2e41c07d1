export const contactMailWords = {
  contactForm: ({ topic }: { topic: string }) => `Contact form: ${topic}`,
  wroteThroughTheContactForm: ({ name, email }: { name: string; email: string }) =>
    `${name} (${email}) wrote through the contact form.`,
  aProgramMayHaveWritten: ({ marks }: { marks: string }) =>
    `This may have been written by a program: ${marks}.`,
  anAnswerToThisMailGoes: "A reply to this email goes to the person who wrote.",
  yourMessageToStillAndKnow: "Your message to Still and Know",
  thankYouForWriting:
    "Thank you for writing. This is a copy of your message; the answer comes to this address.",
  ifYouDidNotWrite:
    "If you did not write to us, someone entered your address by mistake, and you can ignore this email.",
};
