import {
  BODY_LIMITS,
  BodyError,
  mediaType,
  readBlocks,
  readBytes,
  TOO_LARGE,
  UNREADABLE,
} from "~/http/request-body.server";
import { createYielder } from "~/platform/concurrency.server";
import { requestContext } from "~/platform/request-context.server";
import { MultipartForm, SentForm, type IncomingFile } from "./multipart.server";

/** The beginning of a refused upload that is kept, so that the text of the form can be shown again. */
const MAX_HEAD_BYTES = 256 * 1024;

export const isMultipart = (request: Request) => mediaType(request) === "multipart/form-data";

/** The names of our own hidden fields begin with one underscore. */
const OWN_FIELD_NAME = /^_[a-z]+$/;

/** The limit of a form with files, and the message beyond it. Other forms have the limit `BODY_LIMITS.form`. */
export type UploadLimit = { bytes: number; tooLarge: string; onReceived?: () => Promise<void> };

/** Whether the declared length is that of a form without files. */
export const isShort = (request: Request) =>
  Number(request.headers.get("Content-Length") ?? Infinity) <= BODY_LIMITS.form;

/** A form's fields, urlencoded or multipart. @throws BodyError */
export async function readFormData(request: Request, upload?: UploadLimit): Promise<SentForm> {
  const type = mediaType(request);
  let form: SentForm;
  if (type === "multipart/form-data") form = await readMultipart(request, upload);
  else if (type === "application/x-www-form-urlencoded" || !type) form = await readUrlEncoded(request);
  else throw new BodyError(415, "This page takes forms only.");
  checkFields(form);
  return form;
}

/** Refuses field names that none of our forms has. @throws BodyError */
export function checkFields(form: FormData): void {
  for (const [name, value] of form) {
    // The form library would build lists and commands from such a name.
    if (/[[\].\0\ufffd]|^__/.test(name) && !OWN_FIELD_NAME.test(name)) throw new BodyError(400, UNREADABLE);
    if (typeof value === "string" && value.length > BODY_LIMITS.field)
      throw new BodyError(413, TOO_LARGE, form);
  }
}

async function readUrlEncoded(request: Request): Promise<SentForm> {
  const form = new SentForm();
  // Latin-1 keeps one character for each byte until the escapes are decoded.
  const raw = (await readBytes(request, BODY_LIMITS.form)).toString("latin1");
  let fields = 0;
  for (const pair of raw.split("&")) {
    if (!pair) continue;
    if (++fields > BODY_LIMITS.fields) throw new BodyError(413, TOO_LARGE, form);
    const [name = "", ...rest] = pair.split("=");
    form.appendText(percentDecoded(name).toString(), percentDecoded(rest.join("=")));
  }
  return form;
}

/** Percent-decoding to bytes (URL standard, "application/x-www-form-urlencoded parsing"). */
function percentDecoded(text: string): Buffer {
  const byte = (_escape: string, hex: string) => String.fromCharCode(Number.parseInt(hex, 16));
  return Buffer.from(text.replaceAll("+", " ").replace(/%([\da-f]{2})/gi, byte), "latin1");
}

async function readMultipart(request: Request, upload?: UploadLimit): Promise<SentForm> {
  const contentType = request.headers.get("Content-Type") ?? "";
  const form = new MultipartForm(contentType, inMemory);
  const head: Buffer[] = [];
  let headSize = 0;
  const keepHead = (chunk: Uint8Array) => {
    if (headSize >= MAX_HEAD_BYTES) return;
    head.push(Buffer.from(chunk.subarray(0, MAX_HEAD_BYTES - headSize)));
    headSize += chunk.byteLength;
  };
  try {
    if (upload) requestContext.getStore()?.giveTime?.(upload.bytes);
    const blocks = await readBlocks(request, upload?.bytes ?? BODY_LIMITS.form, {
      tooLarge: upload?.tooLarge,
      ...(upload && { onChunk: keepHead, onReceived: upload.onReceived, maxDrainedBytes: upload.bytes }),
    });
    await writeAll(form, blocks);
    return await form.end();
  } catch (error) {
    await form.abort();
    if (!(error instanceof BodyError) || !upload) throw error;
    throw new BodyError(error.status, error.message, await textFieldsIn(head, contentType));
  }
}

/** Yields to other requests between two blocks. */
async function writeAll(form: MultipartForm, blocks: readonly Buffer[]): Promise<void> {
  const pause = createYielder();
  for (const block of blocks) {
    await pause();
    await form.write(block);
  }
}

async function inMemory({ fileName, type, chunks }: IncomingFile): Promise<File> {
  const parts: BlobPart[] = [];
  for await (const chunk of chunks) parts.push(chunk as BlobPart);
  return new File(parts, fileName, { type });
}

/** The text fields at the beginning of a refused body. */
async function textFieldsIn(head: readonly Buffer[], contentType: string): Promise<FormData> {
  const form = new MultipartForm(contentType, inMemory);
  try {
    await writeAll(form, head);
    await form.end();
  } catch (error) {
    // The head ends in the middle of a part.
    if (!(error instanceof BodyError)) throw error;
  }
  const fields = await form.receivedFields();
  for (const [name, value] of [...fields]) if (typeof value !== "string") fields.delete(name);
  return fields;
}
