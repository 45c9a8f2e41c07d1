export const schemaWords = {
  pleaseChooseEntriesAtMost: ({ entries }: { entries: number }) =>
    `Please choose at most ${entries} entries.`,
  pleaseKeepItUnderCharacters: ({ message }: { message: number }) =>
    `Please keep it under ${message} characters.`,
  pleaseGiveOneReference: "Please enter one reference, such as John 15:4–8.",
  pleaseWriteSomethingFirst: "Please write something first.",
};
