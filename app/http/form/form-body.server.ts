import type { Member } from "~/domain/member/member";
import type { UploadBusy, UploadWriter } from "~/domain/portability/upload-session.server";
import { clientSubnet } from "~/http/client-address.server";
import {
  BODY_LIMITS,
  BodyError,
  mediaType,
  readBlocks,
  readBytes,
  TOO_LARGE,
} from "~/http/request-body.server";
import { originRefusal } from "~/http/request-origin.server";
import { currentMember } from "~/http/session.server";
import { createYielder, type Release } from "~/platform/concurrency.server";
import { requestContext } from "~/platform/request-context.server";
import type { BodyOptions, UploadLimit } from "./form-options.server";
import { MultipartForm, SentForm, type IncomingFile } from "./multipart-form.server";
import { acquireUploadPermit, enterSerialQueue, readStreamingForm, runInSerialQueue } from "./upload.server";

/** The body of one form post, and the slots that it occupies until its response. */
export class FormBody {
  /** The fields, as soon as they have been read. */
  form: SentForm | undefined;
  /** The staged file of a streamed form, or the reason why it was refused. */
  upload: UploadWriter | UploadBusy | undefined;
  readonly #releases: Release[] = [];

  constructor(
    private readonly request: Request,
    private readonly options: BodyOptions,
  ) {}

  /** @throws BodyError */
  async read(): Promise<SentForm> {
    const { stream } = this.options;
    const owner = stream && isMultipart(this.request) ? await this.#memberFromOwnPage() : null;
    return (this.form = await (stream && owner ? this.#stage(stream, owner) : this.#readIntoMemory()));
  }

  /** Releases the slots, and discards a staged upload that the action has not claimed. */
  async close(): Promise<void> {
    for (const release of this.#releases) await release();
    if (typeof this.upload === "object") await this.upload.drop();
  }

  /** Staging begins before the token arrives, so only the origin and the session are checked here. */
  async #memberFromOwnPage(): Promise<Member | null> {
    if (originRefusal(this.request, { mayWithhold: true })) return null;
    return currentMember(this.request).catch(() => null);
  }

  async #stage(stream: NonNullable<BodyOptions["stream"]>, owner: Member): Promise<SentForm> {
    requestContext.getStore()?.extendBodyTimeout?.(stream.bytes);
    // `close` leaves the queue after the response, so that a form sent twice finds the response of its first post.
    this.#releases.push(await enterSerialQueue(owner.id, "stream"));
    const startUpload = () => stream.startUpload(owner, clientSubnet(this.request));
    const { form, upload } = await readStreamingForm(this.request, { ...stream, startUpload });
    this.upload = upload;
    return form;
  }

  async #readIntoMemory(): Promise<SentForm> {
    const { request } = this;
    const { upload } = this.options;
    if (!upload || isShort(request)) return readFormData(request);
    // While the database is unavailable the form is read all the same, so that its text can be shown again.
    const sender = await currentMember(request).catch(() => "unknown" as const);
    if (!sender) return readFormData(request);
    const onReceived = async () => void this.#releases.push(await acquireUploadPermit());
    const read = () => readFormData(request, { ...upload, onReceived });
    return sender === "unknown" ? read() : runInSerialQueue(sender.id, read);
  }
}

const isMultipart = (request: Request) => mediaType(request) === "multipart/form-data";

/** Whether the declared length is that of a form without files. */
const isShort = (request: Request) =>
  Number(request.headers.get("Content-Length") ?? Infinity) <= BODY_LIMITS.form;

type MemoryLimit = UploadLimit & { onReceived?: () => Promise<void> };

/** A form's fields, urlencoded or multipart. Without `upload` the form has at most `BODY_LIMITS.form`. @throws BodyError */
export async function readFormData(request: Request, upload?: MemoryLimit): Promise<SentForm> {
  const type = mediaType(request);
  let form: SentForm;
  if (isMultipart(request)) form = await readMultipart(request, upload);
  else if (type === "application/x-www-form-urlencoded" || !type) form = await readUrlEncoded(request);
  else throw new BodyError(415, "This page takes forms only.");
  form.checkFields();
  return form;
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
    form.appendText(percentDecode(name).toString(), percentDecode(rest.join("=")));
  }
  return form;
}

/** Percent-decoding to bytes (URL standard, "application/x-www-form-urlencoded parsing"). */
function percentDecode(text: string): Buffer {
  const byte = (_escape: string, hex: string) => String.fromCharCode(Number.parseInt(hex, 16));
  return Buffer.from(text.replaceAll("+", " ").replace(/%([\da-f]{2})/gi, byte), "latin1");
}

/** The first bytes of an upload, buffered in case it is refused, so that the text of its form can be shown again. */
const MAX_HEAD_BYTES = 256 * 1024;

async function readMultipart(request: Request, upload?: MemoryLimit): Promise<SentForm> {
  const contentType = request.headers.get("Content-Type") ?? "";
  const form = new MultipartForm(contentType, storeInMemory);
  const head: Buffer[] = [];
  let headSize = 0;
  const onChunk = (chunk: Uint8Array) => {
    if (headSize >= MAX_HEAD_BYTES) return;
    head.push(Buffer.from(chunk.subarray(0, MAX_HEAD_BYTES - headSize)));
    headSize += chunk.byteLength;
  };
  try {
    if (upload) requestContext.getStore()?.extendBodyTimeout?.(upload.bytes);
    const { bytes = BODY_LIMITS.form, ...limit } = upload ?? {};
    const blocks = await readBlocks(request, bytes, upload && { ...limit, onChunk, maxDrainedBytes: bytes });
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

async function storeInMemory({ fileName, type, chunks }: IncomingFile): Promise<File> {
  const parts: BlobPart[] = [];
  for await (const chunk of chunks) parts.push(chunk as BlobPart);
  return new File(parts, fileName, { type });
}

/** The text fields at the beginning of a refused body. */
async function textFieldsIn(head: readonly Buffer[], contentType: string): Promise<FormData> {
  const form = new MultipartForm(contentType, storeInMemory);
  try {
    await writeAll(form, head);
    await form.end();
  } catch (error) {
    // The head ends in the middle of a part, which the parser reports as an error.
    if (!(error instanceof BodyError)) throw error;
  }
  const fields = await form.receivedFields();
  for (const [name, value] of [...fields]) if (typeof value !== "string") fields.delete(name);
  return fields;
}
