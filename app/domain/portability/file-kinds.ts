import type { Media } from "./html-text";

/** An archive, by its first bytes. */
export const isZip = ([p, k, three, four]: Uint8Array) =>
  p === 0x50 && k === 0x4b && ((three === 3 && four === 4) || (three === 5 && four === 6));
/** What systems and editors put beside people's own files. */
export const isHidden = (name: string) => /(^|\/)(__MACOSX\/|\.)/.test(name);
/** An entry of Apple's export, beside its index. */
export const isAppleEntry = (name: string) => /(?:^|\/)Entries\/[^/]+\.html$/i.test(name);
/** Files that can hold an entry, by name. */
export const isText = (name: string) => /\.(json|md|markdown|txt)$/i.test(name) || isAppleEntry(name);
/** A picture that can be brought, by its name; its first bytes decide. */
export const isImage = (name: string) => /\.(jpe?g|png|gif|webp|heic|heif)$/i.test(name);
const MEDIA: Record<keyof Media, RegExp> = {
  pictures: /\.(jpe?g|png|gif|webp|heic|heif|avif|tiff?|bmp|sticker)$/i,
  videos: /\.(mp4|mov|m4v|avi|webm)$/i,
  recordings: /\.(mp3|m4a|aac|wav|ogg|opus|caf)$/i,
};
export const MEDIA_KINDS = ["pictures", "videos", "recordings"] as const satisfies (keyof Media)[];
/** Whether a file is a picture, a video or a recording, by its name. */
export const mediaKind = (name: string) => MEDIA_KINDS.find((kind) => MEDIA[kind].test(name));
