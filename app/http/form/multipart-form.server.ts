import { Busboy, type BusboyFileStream, type BusboyInstance } from "@fastify/busboy";
import { BODY_LIMITS, BodyError, TOO_LARGE, UNREADABLE } from "~/http/request-body.server";
import { t } from "~/i18n/t";

export const UNREADABLE_TEXT = t(
  "This has a character that cannot be kept here. It is shown as “�”: please remove it or write it again.",
);

const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const lenient = new TextDecoder("utf-8", { ignoreBOM: true });
const REPLACEMENT = "\ufffd";

/** The names of our own hidden fields begin with one underscore. */
const OWN_FIELD_NAME = /^_[a-z]+$/;

/** A submitted form. U+FFFD replaces U+0000 and each character of a text that is not UTF-8. */
export class SentForm extends FormData {
  readonly #unreadable = new Set<string>();

  /** Decodes a text field and normalizes its line breaks to "\n". */
  appendText(name: string, bytes: Uint8Array): void {
    const text = decodeStrictly(bytes);
    if (text === undefined) this.#unreadable.add(name);
    const readable = text ?? lenient.decode(bytes).replaceAll("\0", REPLACEMENT);
    this.append(name, readable.replaceAll("\r\n", "\n"));
  }

  /** Rejects field names that none of our forms has, and texts that are too long. @throws BodyError */
  checkFields(): void {
    for (const [name, value] of this) {
      // The form library would build lists and commands from such a name.
      if (/[[\].\0\ufffd]|^__/.test(name) && !OWN_FIELD_NAME.test(name)) throw new BodyError(400, UNREADABLE);
      if (typeof value === "string" && value.length > BODY_LIMITS.field)
        throw new BodyError(413, TOO_LARGE, this);
    }
  }

  /** Messages for the fields whose text cannot be stored unchanged. */
  unreadableFields(): Record<string, string[]> {
    return Object.fromEntries([...this.#unreadable].map((name) => [name, [UNREADABLE_TEXT]]));
  }
}

/** Undefined for a text that is not UTF-8 or contains U+0000. */
function decodeStrictly(bytes: Uint8Array): string | undefined {
  try {
    const text = strict.decode(bytes);
    return text.includes("\0") ? undefined : text;
  } catch {
    return undefined;
  }
}

/** A file of a form while it arrives. Its name is empty when no file was chosen. */
export type IncomingFile = { fileName: string; type: string; chunks: AsyncIterable<Buffer> };

type StoreFile = (file: IncomingFile) => Promise<File>;
type Field = { name: string; text: Buffer } | { name: string; file: File };

const LIMITS = { headerPairs: 20, headerSize: 8 * 1024 };

/**
 * Parses a multipart form (RFC 7578) chunk by chunk and keeps the order of its fields. Files go to `storeFile`, whose reading
 * speed limits how much is accepted. All text fields together have the limit of a form without files.
 */
export class MultipartForm {
  readonly #parser: BusboyInstance;
  readonly #files: BusboyFileStream[] = [];
  readonly #fields: Promise<Field | undefined>[] = [];
  readonly #failed: Promise<never>;
  #fail: (error: unknown) => void = () => undefined;
  #textBytes = 0;

  /** @throws BodyError when the type names no boundary */
  constructor(
    contentType: string,
    private readonly storeFile: StoreFile,
    maxParts: number = BODY_LIMITS.fields,
  ) {
    // Without a boundary the parser would wait forever.
    if (!hasBoundary(contentType)) throw new BodyError(400, UNREADABLE);
    this.#failed = new Promise((_resolve, reject) => (this.#fail = reject));
    this.#failed.catch(() => undefined);
    this.#parser = new Busboy({
      headers: { "content-type": contentType },
      limits: { ...LIMITS, parts: maxParts },
      preservePath: true,
      // Text fields are read as bytes, so that invalid UTF-8 is detected.
      isPartAFile: () => true,
    });
    this.#parser.on("error", () => this.#fail(new BodyError(400, UNREADABLE)));
    this.#parser.on("partsLimit", () => this.#fail(new BodyError(413, TOO_LARGE)));
    this.#parser.on("file", (name, stream, fileName: string | undefined, _encoding: string, type) => {
      this.#files.push(stream);
      const field = this.#read(name, stream, { fileName, type });
      this.#fields.push(
        field.catch((error: unknown) => {
          this.#fail(error);
          return undefined;
        }),
      );
    });
  }

  /** Resolves when the parser accepts more. @throws BodyError and the errors of `storeFile` */
  async write(chunk: Buffer): Promise<void> {
    await Promise.race([
      new Promise<void>((resolve) => this.#parser.write(chunk, () => resolve())),
      this.#failed,
    ]);
  }

  /** @throws BodyError and the errors of `storeFile` */
  async end(): Promise<SentForm> {
    const isParsed = new Promise((resolve) => this.#parser.once("finish", resolve));
    this.#parser.end();
    await Promise.race([isParsed, this.#failed]);
    const form = this.receivedFields();
    await Promise.race([form, this.#failed]);
    return form;
  }

  /** The complete fields, after `end` or `abort`. */
  async receivedFields(): Promise<SentForm> {
    const form = new SentForm();
    for (const field of await Promise.all(this.#fields)) {
      if (!field) continue;
      if ("text" in field) form.appendText(field.name, field.text);
      else form.append(field.name, field.file);
    }
    return form;
  }

  /** Resolves when no file is being stored any more. */
  async abort(): Promise<void> {
    for (const stream of this.#files) stream.destroy();
    this.#parser.destroy();
    await Promise.all(this.#fields);
  }

  async #read(
    name: string | undefined,
    stream: BusboyFileStream,
    { fileName, type }: { fileName: string | undefined; type: string },
  ): Promise<Field> {
    const chunks = chunksOf(stream);
    if (name === undefined) throw new BodyError(400, UNREADABLE);
    if (fileName !== undefined)
      return {
        name: unescapeName(name),
        file: await this.storeFile({ fileName: unescapeName(fileName), type, chunks }),
      };
    const text: Buffer[] = [];
    for await (const chunk of chunks) {
      this.#textBytes += chunk.length;
      if (this.#textBytes > BODY_LIMITS.form) throw new BodyError(413, TOO_LARGE);
      text.push(chunk);
    }
    return { name: unescapeName(name), text: Buffer.concat(text) };
  }
}

/**
 * The chunks of a stream up to its end, or to where it was cut off, which the parser reports itself. The stream's own iterator
 * would destroy the stream with an error whose stack costs a third of a second, because Node then reads the source map.
 */
async function* chunksOf(stream: BusboyFileStream): AsyncGenerator<Buffer> {
  let isEnded = stream.destroyed;
  let wake: () => void = () => undefined;
  stream.on("readable", () => wake());
  for (const event of ["end", "error", "close"]) {
    stream.on(event, () => {
      isEnded = true;
      wake();
    });
  }
  for (;;) {
    const chunk = stream.read() as Buffer | null;
    if (chunk) yield chunk;
    else if (isEnded) return;
    else await new Promise<void>((resolve) => (wake = resolve));
  }
}

function hasBoundary(contentType: string): boolean {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]*)"|([^\s;"]+))/i.exec(contentType) ?? [];
  return /^[\w'()+,./:=? -]{1,70}$/.test(quoted ?? plain ?? "");
}

/** Browsers write quotes and line breaks of a name as escapes (HTML, "multipart/form-data encoding algorithm"). */
const unescapeName = (name: string) =>
  name.replaceAll("%22", '"').replaceAll("%0D", "\r").replaceAll("%0A", "\n");
