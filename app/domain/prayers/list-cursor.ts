import { isDay } from "~/domain/calendar/local-day";

/** Where a page of a list ended. */
export type ListCursor = { laidOn: string | null; createdAt: number; id: string };

/** For an address: grants no access, and reveals nothing of what was written. */
export const writeListCursor = ({ laidOn, createdAt, id }: ListCursor) =>
  `${laidOn ?? ""}.${createdAt.toString(36)}.${id}`;

/** What `writeListCursor` wrote; undefined for anything else, which then means the first page. */
export function readListCursor(text: string | null): ListCursor | undefined {
  const [, day = "", time = "", id = ""] =
    /^([\d-]*)\.([0-9a-z]{1,9})\.([\w-]{1,64})$/.exec(text ?? "") ?? [];
  if (!id || (day !== "" && !isDay(day))) return undefined;
  return { laidOn: day || null, createdAt: parseInt(time, 36), id };
}
