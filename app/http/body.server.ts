import { t } from "~/i18n/t";
import { requestContext } from "~/platform/request-context.server";
import { pauses } from "~/platform/yielding.server";
import {
  BODY_LIMITS,
  BodyError,
  decodeUtf8,
  TOO_LARGE,
  TOO_MUCH_AT_ONCE,
  UNREADABLE,
} from "./body-limits.server";
import { clientSubnet } from "./client-address.server";
import { GrowingBody } from "./growing-body.server";
import { MultipartForm, type ArrivingFile } from "./multipart.server";
import { SentForm } from "./sent-form.server";

/** At most this much of an oversized body is read before the connection is closed. */
const DRAIN = 8 * 1024 * 1024;
/** As much of a form with files is remembered when the rest is refused: its words come first. */
const HEAD = 256 * 1024;

type Reading = {
  /** What is said of a body that is too large. */
  tooLarge?: string;
  /** Looks at each piece, of what is refused too. */
  onPiece?: (piece: Uint8Array) => void;
  /** Awaited once a long body has come, which counts as arriving until then. */
  turn?: () => Promise<void>;
  drain?: number;
};

type Told = Reading & { tooLarge: string; drain: number; isRefused: boolean };

/** Reads a body of at most `limit` bytes, counted while it arrives. @throws BodyError */
export async function readBytes(request: Request, limit: number): Promise<Buffer> {
  return Buffer.concat(await readBlocks(request, limit));
}

async function readBlocks(
  request: Request,
  limit: number,
  { tooLarge = TOO_LARGE, drain = DRAIN, ...looking }: Reading = {},
): Promise<Buffer[]> {
  const told = Number(request.headers.get("Content-Length") ?? 0);
  if (told > limit + drain) throw new BodyError(413, tooLarge);
  const reader = request.body?.getReader();
  if (!reader) return [];
  return new Promise((resolve, reject) => {
    // Where it gives way, its sender is told at once, however long the rest of it takes.
    const body = new GrowingBody(clientSubnet(request), () => reject(new BodyError(503, TOO_MUCH_AT_ONCE)));
    readInto(body, reader, limit, { ...looking, tooLarge, drain, isRefused: told > limit })
      .finally(() => body.letGo())
      .then(resolve, reject);
  });
}

async function readInto(
  body: GrowingBody,
  reader: ReadableStreamDefaultReader<Uint8Array>,
  limit: number,
  { tooLarge, onPiece, turn, drain, isRefused }: Told,
): Promise<Buffer[]> {
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw new BodyError(400, UNREADABLE);
    });
    if (done && isRefused) throw new BodyError(413, tooLarge);
    if (done && size > HEAD) await turn?.();
    if (done) return body.take();
    size += value.byteLength;
    onPiece?.(value);
    isRefused ||= size > limit;
    if (!isRefused && !body.add(value)) throw new BodyError(503, TOO_MUCH_AT_ONCE);
    // What comes after is thrown away as it arrives: breaking off at once would lose our answer with the connection.
    if (isRefused) body.letGo();
    if (size > limit + drain) {
      await reader.cancel().catch(() => undefined);
      throw new BodyError(413, tooLarge);
    }
  }
}

const mediaType = (request: Request) =>
  (request.headers.get("Content-Type") ?? "").split(";")[0]?.trim().toLowerCase();

export const isMultipart = (request: Request) => mediaType(request) === "multipart/form-data";

/** Our own hidden fields begin with one underscore. */
const OWN_NAMES = /^_[a-z]+$/;

/** What a form with a file may weigh, and what is said when it weighs more. Every other form has the limit of all forms. */
export type UploadLimit = { bytes: number; tooLarge: string; turn?: () => Promise<void> };

/** Whether a form says that it is short: it brings words, and files hardly. */
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

/** Refuses fields that none of our forms has. @throws BodyError */
export function checkFields(form: FormData): void {
  for (const [name, value] of form) {
    // None of our fields has such a name; the form library would build lists and commands from it.
    if (/[[\].\0\ufffd]|^__/.test(name) && !OWN_NAMES.test(name)) throw new BodyError(400, UNREADABLE);
    if (typeof value === "string" && value.length > BODY_LIMITS.field)
      throw new BodyError(413, TOO_LARGE, form);
  }
}

async function readUrlEncoded(request: Request): Promise<SentForm> {
  const form = new SentForm();
  // One letter for each byte, until the escapes are decoded.
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

/** A file may weigh what its route allows; everything else in the body weighs what any form may. */
async function readMultipart(request: Request, upload?: UploadLimit): Promise<SentForm> {
  const contentType = request.headers.get("Content-Type") ?? "";
  const form = new MultipartForm(contentType, inMemory);
  const head: Buffer[] = [];
  let headSize = 0;
  const keepHead = (piece: Uint8Array) => {
    if (headSize >= HEAD) return;
    head.push(Buffer.from(piece.subarray(0, HEAD - headSize)));
    headSize += piece.byteLength;
  };
  try {
    if (upload) requestContext.getStore()?.giveTime?.(upload.bytes);
    const blocks = await readBlocks(request, upload?.bytes ?? BODY_LIMITS.form, {
      tooLarge: upload?.tooLarge,
      ...(upload && { onPiece: keepHead, turn: upload.turn, drain: upload.bytes }),
    });
    await writeAll(form, blocks);
    return await form.end();
  } catch (error) {
    await form.giveUp();
    if (!(error instanceof BodyError) || !upload) throw error;
    throw new BodyError(error.status, error.message, await wordsIn(head, contentType));
  }
}

/** Block by block, between which others may have their turn. */
async function writeAll(form: MultipartForm, blocks: readonly Buffer[]): Promise<void> {
  const pause = pauses();
  for (const block of blocks) {
    await pause();
    await form.write(block);
  }
}

async function inMemory({ fileName, type, pieces }: ArrivingFile): Promise<File> {
  const read: BlobPart[] = [];
  for await (const piece of pieces) read.push(piece as BlobPart);
  return new File(read, fileName, { type });
}

/** The fields at the beginning of a body whose rest was too much, so that what was typed is not lost with its files. */
async function wordsIn(head: readonly Buffer[], contentType: string): Promise<FormData> {
  const form = new MultipartForm(contentType, inMemory);
  try {
    await writeAll(form, head);
    await form.end();
  } catch (error) {
    // Where it was cut.
    if (!(error instanceof BodyError)) throw error;
  }
  const words = await form.whatCame();
  for (const [name, value] of [...words]) if (typeof value !== "string") words.delete(name);
  return words;
}

/** Neither NUL nor half of a surrogate pair: no database and no file keeps them as they are. */
const isStorable = (text: string) => !text.includes("\0") && text.isWellFormed();

const UNSTORABLE = t(
  "The body holds a character that no text can have: U+0000, or one half of a surrogate pair. Please leave it out.",
);

/** A JSON body. Only `application/json` is taken; an empty body is `{}`. @throws BodyError */
export async function readJsonBody(request: Request, limit: number = BODY_LIMITS.json): Promise<unknown> {
  if (mediaType(request) !== "application/json")
    throw new BodyError(415, "This address takes application/json only.");
  const raw = decodeUtf8(await readBytes(request, limit));
  if (!raw.trim()) return {};
  try {
    return JSON.parse(raw, (key, value: unknown) => {
      if (!isStorable(key) || (typeof value === "string" && !isStorable(value)))
        throw new BodyError(400, UNSTORABLE);
      return value;
    }) as unknown;
  } catch (error) {
    if (error instanceof BodyError) throw error;
    throw new BodyError(400, "The body is not valid JSON.");
  }
}
