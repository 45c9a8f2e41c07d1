export const integrityWords = {
  lineOfTheAuditLog: ({ brokenAt }: { brokenAt: number }) =>
    `Line ${brokenAt} of the audit log is altered, missing or out of place.`,
  theCollectionLacksItsIndexOn: ({ name, keys }: { name: string; keys: string }) =>
    `The collection ${name} is missing its index on ${keys}.`,
  entriesAndDrafts: "entries and drafts",
  ownersOfOtherRecords: "owners of other records",
  linesOfTheAuditLog: "audit log lines",
  referencesOfThePlans: "plan references",
  andMore: ({ more }: { more: number }) => `And ${more} more.`,
  noVerseOrTooMany: "No verse, or too many, in the reference ",
  theDataKeyOfUser: ({ _id }: { _id: number }) =>
    `The data key of user ${_id} does not open with the keys of ENCRYPTION_KEYS.`,
  theRecordOfTheJournalBelongs: ({ _id }: { _id: string }) =>
    `The journal record ${_id} belongs to no account.`,
  theRecordOfTheJournal: ({ _id }: { _id: string }) => `The journal record ${_id} is not encrypted.`,
  theCollectionHoldsRecords: ({ name, id }: { name: string; id: number }) =>
    `The collection ${name} holds records of user ${id}, who no longer exists.`,
};
