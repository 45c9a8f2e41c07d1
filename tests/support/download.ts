import type { ExportDownload } from "~/domain/portability/export-journal.server";
import { readZip } from "~/platform/zip/read-zip.server";

/** The bytes of a streamed download. */
export async function bytesOf({ body }: Pick<ExportDownload, "body">): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of body) pieces.push(piece);
  return Buffer.concat(pieces);
}

const LIMITS = { files: 1_000_000, fileBytes: 1e9, totalBytes: 1e9 };

/** The files of an archive, by name. */
export async function filesOf(zip: Uint8Array): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  for await (const { name, bytes } of readZip(zip, LIMITS, () => true))
    files.set(name, bytes.toString("utf8"));
  return files;
}
