import { createHash } from "node:crypto";
import { isBlank, type EntryContent } from "~/domain/journal/entries/content";
import { kindOfPicture, PICTURE_LIMITS } from "~/domain/journal/pictures/picture";
import { t } from "~/i18n/t";
import { readZip, type ZipLimits } from "~/platform/zip/read-zip.server";
import { isHidden, isImage } from "./file-kinds";
import { fileFinder } from "./foreign-pictures";
import { refuse, type Upload } from "./keep-found.server";
import { pictureName } from "./picture-name";

/** Reads the pictures of an archive before its texts, which name them; `others` are called so and are not. @throws ZipError */
export async function readPictures(bytes: Uint8Array, limits: ZipLimits) {
  const pictures = new Map<string, Buffer>();
  let others = 0;
  const isWanted = (name: string) => isImage(name) && !isHidden(name);
  for await (const file of readZip(bytes, limits, isWanted))
    if (kindOfPicture(file.bytes)) pictures.set(file.name, file.bytes);
    else others++;
  return { pictures, others };
}

/** Gives every entry the pictures that the archive has for it, and counts those that stay behind. */
export function takePictures({ found, pictures, recordings }: Upload): void {
  const fileOf = fileFinder([...pictures.keys()]);
  const kept = new Map<string, string>();
  const used = new Set<string>();
  let missing = 0;
  const taken = <Content extends Pick<EntryContent, "pictures">>(content: Content): Content => {
    if (!content.pictures) return content;
    const own = content.pictures.flatMap((picture) => {
      const name = fileOf(/^[\w-]{22}$/.test(picture.id) ? pictureName(picture.id) : picture.id);
      const bytes = name && pictures.get(name);
      if (!name || !bytes || bytes.length > PICTURE_LIMITS.bytes) {
        missing++;
        return [];
      }
      used.add(name);
      const key = createHash("sha256").update(bytes).digest("base64url").slice(0, 22);
      if (!kept.has(key)) kept.set(key, bytes.toString("base64"));
      return [{ ...picture, id: key }];
    });
    const { pictures: _, ...rest } = content;
    return (own.length > 0 ? { ...rest, pictures: own } : rest) as Content;
  };
  found.entries = found.entries.flatMap((one) => {
    const { entry } = one;
    const content = taken(entry.content);
    const versions = entry.versions.map((version) => ({ ...version, content: taken(version.content) }));
    if (!isBlank(content)) return [{ ...one, entry: { ...entry, content, versions } }];
    refuse(found, entry.forDate, t("it contains no words"));
    return [];
  });
  found.drafts = found.drafts.map(taken);
  found.pictures = [...kept].map(([key, base64]) => ({ key, base64 }));
  // Some applications name their pictures in the text, and some only put them beside it.
  const beside = [...pictures.keys()].filter((name) => !used.has(name)).length;
  const left = Math.max((found.left.pictures ?? 0) + missing, beside + recordings);
  if (left > 0) found.left.pictures = left;
}
