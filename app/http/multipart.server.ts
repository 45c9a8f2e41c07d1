import { Busboy, type BusboyFileStream, type BusboyInstance } from "@fastify/busboy";
import { BODY_LIMITS, BodyError, TOO_LARGE, UNREADABLE } from "./body-limits.server";
import { SentForm } from "./sent-form.server";

/** A file of a form, while it arrives. A browser sends one without a name where nobody chose a file. */
export type ArrivingFile = { fileName: string; type: string; pieces: AsyncIterable<Buffer> };

type KeepFile = (file: ArrivingFile) => Promise<File>;
type Field = { name: string; text: Buffer } | { name: string; file: File };

const LIMITS = { parts: BODY_LIMITS.fields, headerPairs: 20, headerSize: 8 * 1024 };

/**
 * Parses a multipart form (RFC 7578) piece by piece, with its fields in their order. A file goes to `keepFile`, and no more is
 * taken than that has read. All words together weigh what any form may.
 */
export class MultipartForm {
  readonly #parser: BusboyInstance;
  readonly #files: BusboyFileStream[] = [];
  readonly #fields: Promise<Field | undefined>[] = [];
  readonly #failed: Promise<never>;
  #fail: (error: unknown) => void = () => undefined;
  #words = 0;

  /** @throws BodyError where the type names no boundary */
  constructor(
    contentType: string,
    private readonly keepFile: KeepFile,
  ) {
    // The parser takes what is missing or empty, and then waits for a line that never comes.
    if (!hasBoundary(contentType)) throw new BodyError(400, UNREADABLE);
    this.#failed = new Promise((_resolve, reject) => (this.#fail = reject));
    this.#failed.catch(() => undefined);
    this.#parser = new Busboy({
      headers: { "content-type": contentType },
      limits: LIMITS,
      preservePath: true,
      // Words come as bytes too, so that what is not UTF-8 is found.
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

  /** Returns once there is room for more. @throws BodyError, and what `keepFile` throws */
  async write(piece: Buffer): Promise<void> {
    await Promise.race([
      new Promise<void>((resolve) => this.#parser.write(piece, () => resolve())),
      this.#failed,
    ]);
  }

  /** @throws BodyError, and what `keepFile` throws */
  async end(): Promise<SentForm> {
    const isParsed = new Promise((resolve) => this.#parser.once("finish", resolve));
    this.#parser.end();
    await Promise.race([isParsed, this.#failed]);
    const form = this.whatCame();
    await Promise.race([form, this.#failed]);
    return form;
  }

  /** The fields that came whole, after `end` or `giveUp`. */
  async whatCame(): Promise<SentForm> {
    const form = new SentForm();
    for (const field of await Promise.all(this.#fields)) {
      if (!field) continue;
      if ("text" in field) form.appendText(field.name, field.text);
      else form.append(field.name, field.file);
    }
    return form;
  }

  /** Breaks off. Returns when nothing is being kept any more. */
  async giveUp(): Promise<void> {
    for (const stream of this.#files) stream.destroy();
    this.#parser.destroy();
    await Promise.all(this.#fields);
  }

  async #read(
    name: string | undefined,
    stream: BusboyFileStream,
    { fileName, type }: { fileName: string | undefined; type: string },
  ): Promise<Field> {
    const pieces = piecesOf(stream);
    if (name === undefined) throw new BodyError(400, UNREADABLE);
    if (fileName !== undefined)
      return {
        name: unescapeName(name),
        file: await this.keepFile({ fileName: unescapeName(fileName), type, pieces }),
      };
    const read: Buffer[] = [];
    for await (const piece of pieces) {
      this.#words += piece.length;
      if (this.#words > BODY_LIMITS.form) throw new BodyError(413, TOO_LARGE);
      read.push(piece);
    }
    return { name: unescapeName(name), text: Buffer.concat(read) };
  }
}

/**
 * What a stream brings, up to its end or to where it broke off, which the parser tells of itself. The stream's own iterator
 * destroys one that broke off; for that Node reads the stack of its error, and with it the whole source map, in a third of a second.
 */
async function* piecesOf(stream: BusboyFileStream): AsyncGenerator<Buffer> {
  let isOver = false;
  let wake: () => void = () => undefined;
  stream.on("readable", () => wake());
  for (const event of ["end", "error", "close"]) {
    stream.on(event, () => {
      isOver = true;
      wake();
    });
  }
  for (;;) {
    const piece = stream.read() as Buffer | null;
    if (piece) yield piece;
    else if (isOver) return;
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
