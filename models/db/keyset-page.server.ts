/**
 * What lies beyond a cursor, for the `$or` of a query that is sorted by these fields: a later field decides where those
 * before it are equal.
 */
export function afterCursor(
  cursor: Readonly<Record<string, unknown>>,
  sign: "$lt" | "$gt" = "$lt",
): Record<string, unknown>[] {
  const fields = Object.entries(cursor);
  return fields.map(([field, value], at) => ({
    ...Object.fromEntries(fields.slice(0, at)),
    [field]: { [sign]: value },
  }));
}

/** A page of records that were asked for with one more than `size`; `last` is the last of them where more follow. */
export function splitPage<T>(records: readonly T[], size: number): { shown: T[]; last: T | undefined } {
  const shown = records.slice(0, size);
  return { shown, last: records.length > size ? shown.at(-1) : undefined };
}
