import { createRequire } from "node:module";
import type Mammoth from "mammoth";
import { markupEvents } from "./markup.server";
import { openArchive } from "./zip/read-zip.server";

/** Maximum size of a part. A larger picture is left out; another larger part makes the document unreadable. */
const MAX_PART_BYTES = 16 * 1024 * 1024;
const MAX_TOTAL_BYTES = 64 * 1024 * 1024;
const MAX_PARTS = 5_000;
/** The parts that mammoth reads, and the document's properties. */
const PART_NAME = /^(?:\[Content_Types\]\.xml|(?:_rels|word)\/.*\.(?:xml|rels)|docProps\/core\.xml)$/;
const MAIN_PART = "word/document.xml";

/** `created` is the time in the document's properties; undefined if they have none. */
export type WordDocument = { html: string; created: string | undefined };

/** Whether an archive with these files is a Word document. */
export const isWordDocument = (names: readonly string[]): boolean => names.includes(MAIN_PART);

/**
 * Converts a .docx file to HTML; null if it cannot be read. `addPicture` receives the bytes of each picture and returns its
 * `src`. Pictures outside the file are not fetched.
 */
export async function readWordDocument(
  bytes: Uint8Array,
  addPicture: (bytes: Uint8Array) => string | undefined,
): Promise<WordDocument | null> {
  try {
    const parts = await readParts(bytes);
    const file = {
      exists: (name: string) => parts.has(name),
      read: (name: string, encoding?: "base64" | "utf-8") => {
        // A picture that is too large has no bytes, and so no `src`.
        const part = parts.get(name) ?? Buffer.alloc(0);
        return Promise.resolve(encoding ? part.toString(encoding) : part);
      },
    };
    // Loaded on first use, because few imports need it.
    const mammoth = createRequire(import.meta.url)("mammoth") as typeof Mammoth;
    const { value } = await mammoth.convertToHtml(
      // mammoth would unpack a buffer without limits. `file` is its internal interface of an unpacked archive.
      { file } as unknown as Parameters<typeof mammoth.convertToHtml>[0],
      {
        convertImage: mammoth.images.imgElement(async (image) => ({
          src: addPicture(await image.readAsBuffer()) ?? "",
        })),
      },
    );
    const properties = parts.get("docProps/core.xml")?.toString("utf8") ?? "";
    const created = /<dcterms:created[^>]{0,200}>([^<]{1,40})</.exec(properties)?.[1];
    return { html: value.replace(/<a href="#(?:foot|end)note-ref-[^"]*">↑<\/a>/g, ""), created };
  } catch {
    // For a damaged document mammoth throws errors of any kind, even a stack overflow.
    return null;
  }
}

/** Maximum nesting of elements in a part. A table in a table adds twelve levels. */
const MAX_DEPTH = 200;

/** An unclosed tag, a comment, or a declaration below the first line. Word writes none of these. */
const BROKEN_MARKUP = /<!|>\s*<\?|<[^<>]*(?:<|$)/;

/** Checks a part before parsing, because mammoth takes quadratic time for markup that is not well-formed. @throws RangeError */
function requirePlainXml(xml: string): void {
  if (BROKEN_MARKUP.test(xml)) throw new RangeError("This is no XML of a Word document.");
  let depth = 0;
  let roots = 0;
  for (const event of markupEvents(xml, { xmlMode: true })) {
    if ("name" in event) {
      if (depth++ === 0) roots++;
    } else if ("isEnd" in event) depth--;
    if (depth > MAX_DEPTH || roots > 1) throw new RangeError("This is nested too deeply.");
  }
}

/** Unpacks the whole document within the limits. @throws ZipError, RangeError */
async function readParts(bytes: Uint8Array): Promise<Map<string, Buffer>> {
  const { files, close } = await openArchive(bytes, MAX_PARTS);
  const parts = new Map<string, Buffer>();
  let remaining = MAX_TOTAL_BYTES;
  try {
    for (const { name, size, read } of files) {
      const isPicture = name.startsWith("word/media/");
      if (isPicture ? size > MAX_PART_BYTES : !PART_NAME.test(name)) continue;
      const part = await read(Math.min(MAX_PART_BYTES, remaining));
      remaining -= part.length;
      if (!isPicture) requirePlainXml(part.toString("utf8"));
      parts.set(name, part);
    }
  } finally {
    close();
  }
  return parts;
}
