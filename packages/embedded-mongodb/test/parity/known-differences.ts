/** Errors with the right message, but the general code 2 (BadValue) instead of a code of five digits. */
const generalCode = "reports its location codes as 2";

/**
 * Cases in which DocumentDB, an independent server with MongoDB's protocol, differs from MongoDB's documentation. They
 * must fail on that server; a case that passes must be removed here.
 */
export const documentDb: Record<string, string> = {
  "projection: rejects an exclusion in an inclusion": generalCode,
  "projection: rejects an inclusion in an exclusion": generalCode,
  "projection: rejects a path and its parent": generalCode,
  "rejects an invalid pattern": generalCode,
  "rejects a sort direction other than 1 and -1": generalCode,
  "rejects an unknown stage": generalCode,
  "rejects a stage with two names": generalCode,
  "rejects $limit of zero": generalCode,
  "rejects a sort by two arrays": "sorts by them",
  "rejects $pop from a field that is not an array": "gives 2 where MongoDB gives 14",
  "rejects $[] of a field that is not an array": "gives 28 where MongoDB gives 2",
  "rejects an empty path component": "gives 2 where MongoDB gives 56",
  "rejects $rename of a field to itself": "sees a conflict (40) where MongoDB gives 2",
  "rejects an empty $project": "accepts it",
  "$addFields rejects an empty specification": "accepts it",
  "$unionWith rejects invalid stages": generalCode,
  "sort: orders arrays by their least element, and an empty array first":
    "sorts an empty array with null instead of before it",
  "$pull removes strings that match a pattern": "compares the pattern instead of matching with it",
  "$count of an empty input returns no document": "gives a count of 0",
  "unique multikey index: rejects an array element of another document":
    "unique multikey indexes compare whole arrays",
  "compound index: rejects a document with arrays in two fields": "indexes them",
};
