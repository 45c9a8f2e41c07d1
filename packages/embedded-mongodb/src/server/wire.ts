import { Buffer } from "node:buffer";
import { serialize } from "bson";
import { MongoError } from "../errors.js";
import { decode, type Doc } from "../language/bson.js";

/** Maximum message size, as in MongoDB. */
export const MAX_MESSAGE_BYTES = 48_000_000;
/** Maximum size of a stored document, as in MongoDB. */
export const MAX_DOCUMENT_BYTES = 16 * 1024 * 1024;

const OP_REPLY = 1;
const OP_QUERY = 2004;
const OP_MSG = 2013;
const CHECKSUM_PRESENT = 1;
const MORE_TO_COME = 2;
const END = Buffer.alloc(1);

/** A decoded command message. The documents in `sequences` (sections of kind 1) stay encoded. */
export type Request = {
  requestId: number;
  legacy: boolean;
  /** The client does not expect a reply. */
  silent: boolean;
  body: Doc;
  sequences: Map<string, Buffer[]>;
};

/** A list of BSON documents that a reply includes without decoding them. */
export class RawDocuments {
  constructor(readonly documents: readonly Uint8Array[]) {}
}

/** A frame with invalid content. Its length is known, so the connection stays usable. */
export class FrameError extends Error {
  constructor(
    readonly requestId: number,
    override readonly cause: unknown,
  ) {
    super("unreadable message");
  }
}

/** Reads one whole frame (header included). */
export function parseRequest(frame: Buffer): Request {
  const requestId = frame.readInt32LE(4);
  const opCode = frame.readInt32LE(12);
  try {
    if (opCode === OP_MSG) return parseMessage(frame, requestId);
    if (opCode === OP_QUERY) return parseQuery(frame, requestId);
  } catch (error) {
    throw new FrameError(requestId, error instanceof RangeError ? malformed() : error);
  }
  throw new FrameError(requestId, new MongoError(352, `Unsupported opcode ${opCode}`));
}

function malformed(): Error {
  return new MongoError(22, "The message is cut off or has a wrong length inside");
}

function documentAt(frame: Buffer, at: number, end: number): Buffer {
  const length = frame.readInt32LE(at);
  if (length < 5 || at + length > end) throw malformed();
  return frame.subarray(at, at + length);
}

function parseMessage(frame: Buffer, requestId: number): Request {
  const flags = frame.readUInt32LE(16);
  const end = frame.length - (flags & CHECKSUM_PRESENT ? 4 : 0);
  const sequences = new Map<string, Buffer[]>();
  let body: Doc | undefined;
  let at = 20;
  while (at < end) {
    const kind = frame[at++];
    if (kind === 0) {
      const raw = documentAt(frame, at, end);
      body = decode(raw);
      at += raw.length;
    } else if (kind === 1) {
      const sectionEnd = at + frame.readInt32LE(at);
      if (sectionEnd > end) throw malformed();
      const nameEnd = frame.indexOf(0, at + 4);
      if (nameEnd < 0 || nameEnd >= sectionEnd) throw malformed();
      const name = frame.toString("utf8", at + 4, nameEnd);
      const documents: Buffer[] = [];
      at = nameEnd + 1;
      while (at < sectionEnd) {
        const raw = documentAt(frame, at, sectionEnd);
        documents.push(raw);
        at += raw.length;
      }
      sequences.set(name, documents);
    } else {
      throw malformed();
    }
  }
  if (!body) throw malformed();
  return { requestId, legacy: false, silent: (flags & MORE_TO_COME) !== 0, body, sequences };
}

/** OP_QUERY is used for the first handshake only, addressed to `admin.$cmd`. */
function parseQuery(frame: Buffer, requestId: number): Request {
  const nameEnd = frame.indexOf(0, 20);
  if (nameEnd < 0) throw malformed();
  const namespace = frame.toString("utf8", 20, nameEnd);
  const body = decode(documentAt(frame, nameEnd + 9, frame.length));
  body["$db"] ??= namespace.split(".")[0];
  return { requestId, legacy: true, silent: false, body, sequences: new Map() };
}

/** Encodes a reply to `request`. */
export function encodeReply(request: { requestId: number; legacy: boolean }, reply: Doc): Buffer {
  const parts = documentParts(reply);
  const header = Buffer.alloc(request.legacy ? 36 : 21);
  header.writeInt32LE(sizeOf(parts) + header.length, 0);
  header.writeInt32LE(request.requestId, 8);
  header.writeInt32LE(request.legacy ? OP_REPLY : OP_MSG, 12);
  if (request.legacy) {
    header.writeInt32LE(8, 16);
    header.writeInt32LE(1, 32);
  }
  return Buffer.concat([header, ...parts]);
}

/**
 * BSON of a reply, as a list of buffers so that a long list is copied once. Raw documents may occur at the top level or
 * one level below it (`cursor.firstBatch`).
 */
function documentParts(reply: Doc): Buffer[] {
  const parts: Buffer[] = [];
  let plain: Doc = {};
  const flush = () => {
    if (Object.keys(plain).length === 0) return;
    const document = asBuffer(serialize(plain, { ignoreUndefined: true }));
    parts.push(document.subarray(4, document.length - 1));
    plain = {};
  };
  for (const [name, value] of Object.entries(reply)) {
    if (value instanceof RawDocuments) {
      flush();
      parts.push(elementHeader(4, name), ...framed(elementsOf(value)));
    } else if (isPlain(value) && Object.values(value).some((inner) => inner instanceof RawDocuments)) {
      flush();
      parts.push(elementHeader(3, name), ...documentParts(value));
    } else {
      plain[name] = value;
    }
  }
  flush();
  return framed(parts);
}

function isPlain(value: unknown): value is Doc {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

/** Cached element headers of a list, for the size of a first batch. */
const heads: Buffer[] = Array.from({ length: 101 }, (_, at) => elementHeader(3, String(at)));

function elementsOf({ documents }: RawDocuments): Buffer[] {
  const elements: Buffer[] = [];
  for (const [at, document] of documents.entries())
    elements.push(heads[at] ?? elementHeader(3, String(at)), asBuffer(document));
  return elements;
}

function elementHeader(type: number, name: string): Buffer {
  return Buffer.from(`${String.fromCharCode(type)}${name}\0`);
}

/** The elements of a document between its length and its end. */
function framed(elements: Buffer[]): Buffer[] {
  const length = Buffer.alloc(4);
  length.writeInt32LE(sizeOf(elements) + 5);
  return [length, ...elements, END];
}

function sizeOf(parts: Buffer[]): number {
  return parts.reduce((sum, part) => sum + part.length, 0);
}

/** A Buffer over the same memory. */
export function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** The reply for an error. Only a MongoError's message is sent to the client. */
export function errorReply(error: unknown): Doc {
  if (error instanceof MongoError) {
    return { ok: 0, errmsg: error.message, code: error.code, codeName: error.codeName, ...error.extra };
  }
  return { ok: 0, errmsg: "Internal error of the embedded server", code: 1, codeName: "InternalError" };
}
