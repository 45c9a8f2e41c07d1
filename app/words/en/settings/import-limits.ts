export const importLimitsWords = {
  thisFileIsNotOne: "We cannot read this kind of file. Please choose a JSON file, a zip, or Markdown.",
  thisFileIsNotText: "This file is not text in UTF-8. Please save it as UTF-8 and try again.",
  thisFileLooksLikeJson: "This file looks like JSON but ends too early or is damaged.",
  thisIsJsonOfAnotherKind: "This JSON is neither from here nor from Day One.",
  thisFileWasWritten: "This file was written by a newer version of Still and Know than this one.",
  thereIsNothingToRead: "There is nothing to read in this zip: no JSON and no Markdown.",
  thisZipIsDamaged: "This zip is damaged, or of a kind we cannot open.",
  thisZipHoldsAFileWhose: "This zip contains a file whose name points outside the zip. It was not opened.",
  thisZipHoldsMoreThanFiles: ({ files }: { files: string }) =>
    `This zip contains more than ${files} files. Please split it.`,
  theTextsInThisZip: "The texts in this zip are larger than 64 MB. Please split it.",
  thisZipIsLocked: "This zip is locked with a password. Please make one without a password.",
  thereAreMoreThanEntries: ({ entries }: { entries: string }) =>
    `There are more than ${entries} entries. Please split the file, a few years at a time.`,
};
