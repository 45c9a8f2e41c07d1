import { createHash } from "node:crypto";
import type { EntryContent } from "~/domain/journal/entries/content";
import { kindOfPicture, PICTURE_LIMITS } from "~/domain/journal/pictures/picture";
import {
  createFileFinder,
  isImage,
  MEDIA_KINDS,
  mediaKind,
  pictureName,
  type MediaCounts,
} from "~/domain/portability/reading/archive-files";
import { ZipError, type ZipMember } from "~/platform/zip/read-zip.server";
import { IMPORT_LIMITS, UploadError } from "./data-texts";
import type { PortableEntry } from "./foreign-entry";
import type { SkippedItems } from "./parsed-upload";

/** A picture of an upload. `key` is its fingerprint. */
type UploadPicture = { key: string; read: () => Promise<Buffer> };

const fingerprintOf = (bytes: Uint8Array) =>
  createHash("sha256").update(bytes).digest("base64url").slice(0, 22);

/** Reference of a picture that is contained in a file. */
const EMBEDDED = "embedded:";

/** The pictures of an upload, by their path in its archive or by their reference. Only fingerprints are kept in memory. */
export class UploadPictures {
  private readonly byName = new Map<string, UploadPicture>();
  private readonly shown = new Set<string>();
  private readonly others: MediaCounts = { pictures: 0, videos: 0, recordings: 0 };
  private embeddedBytes = 0;
  private missing = 0;
  /** Finds the picture that a reference in the file `from` means. */
  find: (reference: string, from: string) => string | undefined = (reference) =>
    this.byName.has(reference) ? reference : undefined;

  /** Indexes the pictures of an archive before its texts are read. @throws ZipError, UploadError */
  async index(files: readonly ZipMember[], maxBytes: number): Promise<void> {
    let remaining = maxBytes;
    for (const file of files) {
      if (!isImage(file.name)) {
        const kind = mediaKind(file.name);
        if (kind) this.others[kind]++;
        continue;
      }
      const bytes = file.size > PICTURE_LIMITS.bytes ? null : await file.read(PICTURE_LIMITS.bytes);
      remaining -= bytes?.length ?? 0;
      if (remaining < 0) throw new UploadError("too_costly");
      if (bytes && kindOfPicture(bytes))
        this.byName.set(file.name, {
          key: fingerprintOf(bytes),
          read: () => file.read(PICTURE_LIMITS.bytes),
        });
      else this.others.pictures++;
    }
    const find = createFileFinder([...this.byName.keys()]);
    this.find = (reference, from) => (this.byName.has(reference) ? reference : find(reference, from));
  }

  /** Adds a picture that is contained in a file. @returns its reference; undefined for another kind of file */
  add(bytes: Uint8Array): string | undefined {
    if (bytes.length > PICTURE_LIMITS.bytes || !kindOfPicture(bytes)) return undefined;
    const key = fingerprintOf(bytes);
    const name = EMBEDDED + key;
    if (this.byName.has(name)) return name;
    this.embeddedBytes += bytes.length;
    if (this.embeddedBytes > IMPORT_LIMITS.zip.totalBytes) throw new UploadError("too_costly");
    const copy = Buffer.from(bytes);
    this.byName.set(name, { key, read: async () => copy });
    return name;
  }

  /** The names of the pictures that no entry shows. */
  get unshown(): string[] {
    return [...this.byName.keys()].filter((name) => !this.shown.has(name) && !name.startsWith(EMBEDDED));
  }

  /** Excludes a picture from the count of skipped pictures, because it is an icon or a map, not a photograph. */
  dismiss(reference: string, from: string): void {
    const name = this.find(reference, from);
    if (name !== undefined) this.shown.add(name);
  }

  /** Replaces the names of an entry's pictures by fingerprints, and drops missing pictures. */
  attach(entry: PortableEntry): PortableEntry {
    const content = this.resolve(entry.content);
    const versions = entry.versions.map((version) => ({
      ...version,
      content: this.resolve(version.content),
    }));
    return { ...entry, content, versions };
  }

  resolve<Content extends Pick<EntryContent, "pictures">>(content: Content): Content {
    if (!content.pictures) return content;
    const own = content.pictures.flatMap((picture) => {
      // Our own formats name a picture by its id.
      const isId = /^[\w-]{22}$/.test(picture.id);
      const name = isId ? this.find(pictureName(picture.id), "") : picture.id;
      const found = name === undefined ? undefined : this.byName.get(name);
      if (name === undefined || !found) {
        this.missing++;
        return [];
      }
      this.shown.add(name);
      return [{ ...picture, id: found.key }];
    });
    const { pictures: _, ...rest } = content;
    return (own.length > 0 ? { ...rest, pictures: own } : rest) as Content;
  }

  /**
   * Counts skipped media after all files were read: the larger of the references in texts and the files, because some
   * programs export only one of the two.
   */
  countSkipped(left: SkippedItems): void {
    const referenced: MediaCounts = { pictures: this.missing, videos: 0, recordings: 0 };
    const files = { ...this.others, pictures: this.others.pictures + this.byName.size - this.shown.size };
    for (const kind of MEDIA_KINDS) {
      const skipped = Math.max((left[kind] ?? 0) + referenced[kind], files[kind]);
      if (skipped > 0) left[kind] = skipped;
    }
  }

  /** A picture by its fingerprint; null if it cannot be read. */
  async read(key: string): Promise<Buffer | null> {
    try {
      const picture = [...this.byName.values()].find((one) => one.key === key);
      return (await picture?.read()) ?? null;
    } catch (error) {
      if (error instanceof ZipError) return null;
      throw error;
    }
  }
}
