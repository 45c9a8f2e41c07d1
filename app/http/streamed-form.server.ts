import { createHash } from "node:crypto";
import type { ArrivingUpload, UploadWait } from "~/domain/portability/hold-upload.server";
import { BodyError, TOO_LARGE, UNREADABLE } from "./body-limits.server";
import { checkFields } from "./body.server";
import { minimumSpeed } from "./minimum-speed.server";
import { MultipartForm, type ArrivingFile } from "./multipart.server";
import type { SentForm } from "./sent-form.server";

/** A form with a file that is kept as it comes, and is never in memory. */
export type StreamedLimit = {
  /** What the whole form may weigh. */
  bytes: number;
  tooLarge: string;
  /** Called at the first byte of the file. Where it is told to wait, what comes is thrown away. */
  hold: () => Promise<ArrivingUpload | UploadWait>;
};
/** In the form a file stands for itself by its name and its fingerprint; `held` is undefined where none was chosen. */
export type StreamedForm = { form: SentForm; held: ArrivingUpload | UploadWait | undefined };

/** As much more is read and thrown away: an answer is lost with its connection while its reader still sends. */
const DRAIN = 64 * 1024 * 1024;

/** Reads a multipart form piece by piece. What is held is its caller's, to be read or dropped. @throws BodyError */
export async function readStreamedForm(request: Request, limit: StreamedLimit): Promise<StreamedForm> {
  if (!request.body) throw new BodyError(400, UNREADABLE);
  let held: StreamedForm["held"];
  let files = 0;
  const keep = async ({ fileName, pieces }: ArrivingFile): Promise<File> => {
    if (++files > 1) throw new BodyError(413, TOO_LARGE);
    const hash = createHash("sha256");
    let isEmpty = true;
    for await (const piece of pieces) {
      if (isEmpty) held = await limit.hold();
      isEmpty = false;
      hash.update(piece);
      if (typeof held === "object") await held.add(piece);
    }
    return new File(isEmpty ? [] : [hash.digest() as BlobPart], fileName);
  };
  const parsed = new MultipartForm(request.headers.get("Content-Type") ?? "", keep);
  if (Number(request.headers.get("Content-Length") ?? 0) > limit.bytes + DRAIN)
    throw new BodyError(413, limit.tooLarge);
  try {
    await writeInto(parsed, request.body.getReader(), limit);
    const form = await parsed.end();
    checkFields(form);
    if (typeof held === "object") await held.end();
    return { form, held };
  } catch (error) {
    // A piece that was on its way is kept before all are dropped.
    await parsed.giveUp();
    if (typeof held === "object") await held.drop();
    throw error;
  }
}

async function writeInto(
  form: MultipartForm,
  body: ReadableStreamDefaultReader<Uint8Array>,
  limit: StreamedLimit,
): Promise<void> {
  let refusal: unknown;
  let size = 0;
  const next = minimumSpeed();
  const read = () =>
    body.read().catch(() => {
      throw new BodyError(400, UNREADABLE);
    });
  for (;;) {
    const { done, value } = await next(read).catch(async (error: unknown) => {
      // An earlier refusal takes precedence over the client's low speed; the rest of a slow body is cancelled.
      await body.cancel().catch(() => undefined);
      throw refusal ?? error;
    });
    if (done) break;
    size += value.byteLength;
    if (size > limit.bytes) refusal ??= new BodyError(413, limit.tooLarge);
    if (size > limit.bytes + DRAIN) await body.cancel().catch(() => undefined);
    // What comes after is thrown away as it arrives: breaking off at once would lose our answer with the connection.
    else if (!refusal)
      await form.write(Buffer.from(value)).catch((error: unknown) => {
        refusal = error;
      });
  }
  if (refusal) throw refusal;
}
