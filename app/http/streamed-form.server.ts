import { createHash } from "node:crypto";
import { Busboy, type BusboyFileStream } from "@fastify/busboy";
import type { ArrivingUpload, UploadWait } from "~/domain/portability/hold-upload.server";
import { BODY_LIMITS, BodyError, checkFields, TOO_LARGE, UNREADABLE } from "./body.server";
import { boundaryOf, MultipartError } from "./multipart.server";

/** A form with a file that is kept as it comes, and is never in memory. */
export type StreamedLimit = {
  /** What the whole form may weigh. */
  bytes: number;
  tooLarge: string;
  /** Called at the first byte of the file. Where it is told to wait, what comes is thrown away. */
  hold: () => Promise<ArrivingUpload | UploadWait>;
};
/** In the form a file stands for itself by its name and its fingerprint; `held` is undefined where none was chosen. */
export type StreamedForm = { form: FormData; held: ArrivingUpload | UploadWait | undefined };

/** As much more is read and thrown away: an answer is lost with its connection while its reader still sends. */
const DRAIN = 64 * 1024 * 1024;

const LIMITS = {
  fieldNameSize: 100,
  fieldSize: BODY_LIMITS.form,
  fields: BODY_LIMITS.fields,
  files: 1,
  parts: BODY_LIMITS.fields,
  headerPairs: 20,
};

/** Reads a multipart form piece by piece. What is held is its caller's, to be read or dropped. @throws BodyError */
export async function readStreamedForm(request: Request, limit: StreamedLimit): Promise<StreamedForm> {
  const contentType = request.headers.get("Content-Type") ?? "";
  if (!hasBoundary(contentType) || !request.body) throw new BodyError(400, UNREADABLE);
  if (Number(request.headers.get("Content-Length") ?? 0) > limit.bytes + DRAIN)
    throw new BodyError(413, limit.tooLarge);
  const read: StreamedForm = { form: new FormData(), held: undefined };
  try {
    await readInto(read, request.body, contentType, limit);
    checkFields(read.form);
    if (typeof read.held === "object") await read.held.end();
    return read;
  } catch (error) {
    if (typeof read.held === "object") await read.held.drop();
    throw error;
  }
}

function hasBoundary(contentType: string): boolean {
  try {
    return boundaryOf(contentType) !== "";
  } catch (error) {
    if (error instanceof MultipartError) return false;
    throw error;
  }
}

async function readInto(
  read: StreamedForm,
  body: ReadableStream<Uint8Array>,
  contentType: string,
  limit: StreamedLimit,
): Promise<void> {
  const parser = new Busboy({ headers: { "content-type": contentType }, limits: LIMITS });
  let failure: unknown;
  let giveUp = () => undefined as void;
  const failed = new Promise<void>((resolve) => (giveUp = resolve));
  const fail = (error: unknown) => {
    failure ??= error;
    giveUp();
  };
  const streams: BusboyFileStream[] = [];
  const files: Promise<void>[] = [];
  parser.on("error", () => fail(new BodyError(400, UNREADABLE)));
  for (const event of ["fieldsLimit", "partsLimit", "filesLimit"] as const)
    parser.on(event, () => fail(new BodyError(413, TOO_LARGE)));
  let words = 0;
  parser.on("field", (name, value, isNameCut, isCut) => {
    words += Buffer.byteLength(value);
    // Everything but the file weighs what any form may.
    if (isNameCut || isCut || words > BODY_LIMITS.form) return fail(new BodyError(413, TOO_LARGE));
    read.form.append(name, value.replaceAll("\r\n", "\n"));
  });
  parser.on("file", (name, stream, fileName) => {
    streams.push(stream);
    // Nobody chose one: a browser sends a file without a name.
    files.push(keepFile(read, { name, fileName: fileName || "" }, stream, limit).catch(fail));
  });
  let size = 0;
  const reader = body.getReader();
  const next = async () => {
    try {
      return await reader.read();
    } catch {
      fail(new BodyError(400, UNREADABLE));
      return { done: true as const, value: undefined };
    }
  };
  for (let piece = await next(); !piece.done; piece = await next()) {
    const bytes = Buffer.from(piece.value);
    size += bytes.length;
    if (size > limit.bytes) fail(new BodyError(413, limit.tooLarge));
    if (size > limit.bytes + DRAIN) await reader.cancel().catch(() => undefined);
    // What comes after is thrown away as it arrives: breaking off at once would lose our answer with the connection.
    else if (!failure)
      await Promise.race([new Promise<void>((done) => parser.write(bytes, () => done())), failed]);
  }
  if (!failure) {
    const finished = new Promise((resolve) => parser.once("finish", resolve));
    parser.end();
    await Promise.race([finished.then(() => Promise.all(files)), failed]);
  }
  if (!failure) return;
  for (const stream of streams) stream.destroy();
  parser.destroy();
  // A piece that was on its way is kept before all are dropped.
  await Promise.allSettled(files);
  throw failure;
}

async function keepFile(
  read: StreamedForm,
  { name, fileName }: { name: string; fileName: string },
  stream: BusboyFileStream,
  { hold }: StreamedLimit,
): Promise<void> {
  const hash = createHash("sha256");
  let isEmpty = true;
  for await (const piece of stream as AsyncIterable<Buffer>) {
    if (isEmpty) read.held = await hold();
    isEmpty = false;
    hash.update(piece);
    if (typeof read.held === "object") await read.held.add(piece);
  }
  read.form.append(name, new File(isEmpty ? [] : [hash.digest() as BlobPart], fileName));
}
