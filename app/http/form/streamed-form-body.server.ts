import { createHash } from "node:crypto";
import type { UploadBusy, UploadWriter } from "~/domain/portability/upload-session.server";
import { BodyError, TOO_LARGE, UNREADABLE } from "~/http/body-limits.server";
import { checkFields } from "./form-data.server";
import { minimumSpeed } from "./minimum-speed.server";
import { MultipartForm, type ArrivingFile } from "./multipart.server";
import type { SentForm } from "./sent-form.server";

/** The limit of a form whose file is staged while it arrives and never held in memory. */
export type StreamedLimit = {
  /** The size of the whole form. */
  bytes: number;
  tooLarge: string;
  /** Called at the first byte of the file. When it answers that the sender has to wait, the file is discarded. */
  hold: () => Promise<UploadWriter | UploadBusy>;
};
/** The form holds the file's name and hash in place of its content. `held` is undefined when no file was chosen. */
export type StreamedForm = { form: SentForm; held: UploadWriter | UploadBusy | undefined };

/** An oversized form is read up to this much beyond its limit, so that the response is not lost with the connection. */
const MAX_DRAINED_BYTES = 64 * 1024 * 1024;

/** Reads a multipart form and stages its file. The caller takes or drops the staged upload. @throws BodyError */
export async function readStreamedForm(request: Request, limit: StreamedLimit): Promise<StreamedForm> {
  if (!request.body) throw new BodyError(400, UNREADABLE);
  let held: StreamedForm["held"];
  let files = 0;
  const stage = async ({ fileName, chunks }: ArrivingFile): Promise<File> => {
    if (++files > 1) throw new BodyError(413, TOO_LARGE);
    const hash = createHash("sha256");
    let isEmpty = true;
    for await (const chunk of chunks) {
      if (isEmpty) held = await limit.hold();
      isEmpty = false;
      hash.update(chunk);
      if (typeof held === "object") await held.add(chunk);
    }
    return new File(isEmpty ? [] : [hash.digest() as BlobPart], fileName);
  };
  const parsed = new MultipartForm(request.headers.get("Content-Type") ?? "", stage);
  if (Number(request.headers.get("Content-Length") ?? 0) > limit.bytes + MAX_DRAINED_BYTES)
    throw new BodyError(413, limit.tooLarge);
  try {
    await writeInto(parsed, request.body.getReader(), limit);
    const form = await parsed.end();
    checkFields(form);
    if (typeof held === "object") await held.end();
    return { form, held };
  } catch (error) {
    // A chunk that is being stored must be stored before the upload is dropped.
    await parsed.abort();
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
    if (size > limit.bytes + MAX_DRAINED_BYTES) await body.cancel().catch(() => undefined);
    // The rest of a refused body is discarded: closing the connection now would lose the response.
    else if (!refusal)
      await form.write(Buffer.from(value)).catch((error: unknown) => {
        refusal = error;
      });
  }
  if (refusal) throw refusal;
}
