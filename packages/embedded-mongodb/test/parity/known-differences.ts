/** Errors with the right message, but the general code 2 (BadValue) instead of a code of five digits. */
const generalCode = "reports its location codes as 2";

/**
 * Cases in which DocumentDB, an independent server with MongoDB's protocol, differs from MongoDB's documentation. They
 * must fail on that server; a case that passes must be removed here.
 */
export const documentDb: Record<string, string> = {
  "projection: inclusion and exclusion do not mix": generalCode,
  "projection: exclusion and inclusion do not mix": generalCode,
  "projection: paths collide": generalCode,
  "error: broken pattern": generalCode,
  "error: sort direction": generalCode,
  "error: unknown stage": generalCode,
  "error: a stage with two names": generalCode,
  "error: $limit zero": generalCode,
  "error: sorting by two arrays": "sorts by them",
  "error: $pop from a field that is not an array": "gives 2 where MongoDB gives 14",
  "error: $[] of a field that is not an array": "gives 28 where MongoDB gives 2",
  "error: an empty path component": "gives 2 where MongoDB gives 56",
  "error: $rename to itself": "sees a conflict (40) where MongoDB gives 2",
  "error: an empty $project": "accepts it",
  "$addFields with an empty specification": "accepts it",
  "$unionWith rejects invalid stages": generalCode,
  "sort: arrays by their least element, an empty array first":
    "sorts an empty array with null instead of before it",
  "$pull with a pattern": "compares the pattern instead of matching with it",
  "$count of an empty input returns no document": "gives a count of 0",
  "unique multikey index: rejects an array element of another document":
    "unique multikey indexes compare whole arrays",
  "compound index: rejects a document with arrays in two fields": "indexes them",
};
