import { bodyWords } from "~/words/http/body";

/** Bodies have limits, and a body that cannot be read is the sender's mistake, never a server error (security S43, S44). */
export const LIMITS = {
  form: 256 * 1024,
  multipart: 5 * 1024 * 1024,
  json: 64 * 1024,
  webhook: 256 * 1024,
  fields: 100,
  field: 100_000,
} as const;

/** A body that was refused; `status` is 400, 413 or 415. */
export class BodyError extends Error {
  override name = "BodyError";
  constructor(
    readonly status: 400 | 413 | 415,
    message: string,
  ) {
    super(message);
  }
}

const TOO_LARGE = bodyWords.tooMuchText;
const UNREADABLE = bodyWords.unreadable;

/** So much of a body that is too large is read on before the connection is broken off. */
const DRAIN = 8 * 1024 * 1024;

/** Reads a body of at most `limit` bytes, counted while it arrives. @throws BodyError */
export async function readBytes(request: Request, limit: number, tooLarge = TOO_LARGE): Promise<Uint8Array> {
  if (Number(request.headers.get("Content-Length") ?? 0) > limit) throw new BodyError(413, tooLarge);
  if (!request.body) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body.getReader();
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw new BodyError(400, UNREADABLE);
    });
    if (done && size > limit) throw new BodyError(413, tooLarge);
    if (done) return Buffer.concat(chunks);
    size += value.byteLength;
    if (size <= limit) chunks.push(value);
    // What comes after is thrown away as it arrives: breaking off at once would lose our answer with the connection.
    else chunks.length = 0;
    if (size > limit + DRAIN) {
      await reader.cancel().catch(() => undefined);
      throw new BodyError(413, tooLarge);
    }
  }
}

const mediaType = (request: Request) =>
  (request.headers.get("Content-Type") ?? "").split(";")[0]?.trim().toLowerCase();

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new BodyError(400, UNREADABLE);
  }
}

/** Our own hidden fields begin with one underscore. */
const OWN_NAMES = /^_[a-z]+$/;

/** What a form with a file may have, where it takes more than others, and what is said when it has more still. */
export type UploadLimit = { bytes: number; tooLarge: string };

/** A form's fields, urlencoded or multipart. @throws BodyError */
export async function readFormData(request: Request, upload?: UploadLimit): Promise<FormData> {
  const type = mediaType(request);
  let form: FormData;
  if (type === "multipart/form-data") form = await readMultipart(request, upload);
  else if (type === "application/x-www-form-urlencoded" || !type) form = await readUrlEncoded(request);
  else throw new BodyError(415, "This page takes forms only.");
  const entries = [...form];
  if (entries.length > LIMITS.fields) throw new BodyError(413, TOO_LARGE);
  for (const [name, value] of entries) {
    // No field of ours has such a name; the form library would build lists and commands from it.
    if (/[[\].]|^__/.test(name) && !OWN_NAMES.test(name)) throw new BodyError(400, UNREADABLE);
    if (typeof value !== "string") continue;
    if (value.length > LIMITS.field) throw new BodyError(413, TOO_LARGE);
    if (value.includes("\0") || !value.isWellFormed()) throw new BodyError(400, UNREADABLE);
  }
  return form;
}

async function readUrlEncoded(request: Request): Promise<FormData> {
  const form = new FormData();
  const raw = decodeUtf8(await readBytes(request, LIMITS.form));
  for (const pair of raw.split("&")) {
    if (!pair) continue;
    const [name = "", ...rest] = pair.split("=");
    form.append(unescapeField(name), unescapeField(rest.join("=")));
  }
  return form;
}

/** Percent-decoding that refuses what is not UTF-8 instead of replacing it. */
function unescapeField(text: string): string {
  try {
    // Browsers send line breaks as CRLF; inside the application they are "\n".
    return decodeURIComponent(text.replaceAll("+", " ")).replaceAll("\r\n", "\n");
  } catch {
    throw new BodyError(400, UNREADABLE);
  }
}

async function readMultipart(request: Request, upload?: UploadLimit): Promise<FormData> {
  const bytes = await readBytes(request, upload?.bytes ?? LIMITS.multipart, upload?.tooLarge);
  const headers = { "Content-Type": request.headers.get("Content-Type") ?? "" };
  const form = await new Response(bytes as BodyInit, { headers }).formData().catch(() => {
    throw new BodyError(400, UNREADABLE);
  });
  // Line breaks are "\n" inside the application, whichever way a form was sent.
  for (const name of new Set(form.keys())) {
    const values = form.getAll(name);
    form.delete(name);
    for (const value of values)
      form.append(name, typeof value === "string" ? value.replaceAll("\r\n", "\n") : value);
  }
  return form;
}

/** A JSON body. Only `application/json` is taken; an empty body is `{}`. @throws BodyError */
export async function readJsonBody(request: Request): Promise<unknown> {
  if (mediaType(request) !== "application/json")
    throw new BodyError(415, "This address takes application/json only.");
  const raw = decodeUtf8(await readBytes(request, LIMITS.json));
  if (!raw.trim()) return {};
  try {
    return JSON.parse(raw) as unknown;
  } catch {
    throw new BodyError(400, "The body is not valid JSON.");
  }
}
