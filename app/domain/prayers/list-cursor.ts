import { CURSOR_PARTS, cursorsOf, orNull } from "~/domain/paging/cursor";

/** Where a page of a list ended. */
export type ListCursor = { laidOn: string | null; createdAt: Date; id: string };

/** For an address, and the way back: it reveals nothing of what was written. */
export const { write: writeListCursor, read: readListCursor } = cursorsOf<ListCursor>({
  laidOn: orNull(CURSOR_PARTS.day),
  createdAt: CURSOR_PARTS.moment,
  id: CURSOR_PARTS.id,
});
