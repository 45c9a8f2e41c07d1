export const importLimitsWords = {
  thisFileIsNotOne: "This file is not one that we can read. Please choose a JSON file, a zip, or Markdown.",
  thisFileIsNotText: "This file is not text in UTF-8. Please save it as UTF-8 and try again.",
  thisFileLooksLikeJson: "This file looks like JSON but ends too early or is damaged.",
  thisIsJsonOfAnotherKind: "This is JSON of another kind: neither from here nor from Day One.",
  thisFileWasWritten: "This file was written by a newer version of Still and Know than this one.",
  thereIsNothingToRead: "There is nothing to read in this zip: no JSON and no Markdown.",
  thisZipIsDamaged: "This zip is damaged, or of a kind that we cannot open.",
  thisZipHoldsAFileWhose: "This zip holds a file whose name leads outside of it. It was not opened.",
  thisZipHoldsMoreThanFiles: ({ files }: { files: string }) =>
    `This zip holds more than ${files} files. Please divide it.`,
  theTextsInThisZip: "The texts in this zip are larger than 64 MB. Please divide it.",
  thisZipIsLocked: "This zip is locked with a password. Please make one without.",
  thereAreMoreThanEntries: ({ entries }: { entries: string }) =>
    `There are more than ${entries} entries. Please divide the file, a few years at a time.`,
};
