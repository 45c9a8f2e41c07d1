import type { EntryContent } from "~/domain/journal/entries/content";
import { arePicturesOn, openPicture } from "~/domain/journal/pictures/pictures.server";
import type { Member } from "~/domain/member/member";
import type { Block } from "~/domain/print/block";
import { shrinkPicture } from "~/platform/pictures.server";
import type { BookPictures } from "./entry-part.server";

/** In pixels: across the text of a page it is as fine as a good magazine, and a tenth of the bytes that are kept. */
const PRINTED_SIDE = 1_400;

/** The pictures of an entry as they are printed, one after the other: decoding is what takes memory. */
export async function printedPictures(
  member: Member,
  { pictures = [] }: Pick<EntryContent, "pictures">,
): Promise<BookPictures> {
  const printed: (Block | undefined)[] = [];
  if (arePicturesOn()) for (const picture of pictures) printed.push(await printedPicture(member, picture));
  return printed;
}

type Named = NonNullable<EntryContent["pictures"]>[number];

async function printedPicture(
  member: Member,
  { id, width, height, text }: Named,
): Promise<Block | undefined> {
  const kept = await openPicture(member, id, "large");
  const bytes = kept && (await shrinkPicture(kept, PRINTED_SIDE));
  if (!bytes) return undefined;
  const scale = Math.min(1, PRINTED_SIDE / Math.max(width, height));
  const size = { width: Math.round(width * scale), height: Math.round(height * scale) };
  return { style: "picture", text, picture: { bytes, ...size } };
}
