export const schemaWords = {
  pleaseChooseEntriesAtMost: ({ entries }: { entries: number }) =>
    `Please choose ${entries} entries at most.`,
  pleaseKeepItUnderCharacters: ({ message }: { message: number }) =>
    `Please keep it under ${message} characters.`,
  pleaseGiveOneReference: "Please give one reference, like John 15:4–8.",
  pleaseWriteSomethingFirst: "Please write something first.",
};
